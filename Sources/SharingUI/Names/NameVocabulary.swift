/// The words that are recognised in a written name, lower-case and without dots.
enum NameVocabulary {
  /// Before the name: titles and forms of address.
  static let prefixes: Set<String> = [
    "mr", "mister", "mrs", "ms", "miss", "mx", "dr", "doctor", "prof", "professor", "rev",
    "reverend", "fr", "father", "sr.", "sister", "brother", "sir", "dame", "lord", "lady", "hon",
    "honorable", "honourable", "capt", "captain", "col", "colonel", "gen", "general", "lt", "maj",
    "major", "sgt", "judge", "pres", "president", "rabbi", "imam", "herr", "frau", "fräulein",
    "dipl-ing", "mag", "monsieur", "madame", "mme", "mlle", "señor", "señora", "don", "doña", "sig",
    "signor", "signora", "sra", "srta", "dott", "dottssa", "ing",
  ]

  /// After the name: generations, degrees, honours.
  static let suffixes: Set<String> = [
    "jr", "junior", "sr", "senior", "ii", "iii", "iv", "v", "2nd", "3rd", "4th", "esq", "esquire",
    "phd", "dphil", "md", "dds", "dvm", "jd", "llb", "llm", "lld", "ba", "bsc", "ma", "msc", "mba",
    "mph", "rn", "cpa", "om", "obe", "mbe", "cbe", "kbe", "frs", "qc", "kc", "mp", "usmc", "usn",
    "ret",
  ]

  /// Begin a family name of several words.
  static let particles: Set<String> = [
    "van", "von", "vom", "zu", "zum", "zur", "der", "den", "dem", "de", "del", "della", "dello",
    "di",
    "da", "das", "do", "dos", "du", "des", "la", "le", "las", "los", "el", "al", "bin", "ibn",
    "bint",
    "ben", "abu", "ten", "ter", "te", "af", "av", "y", "e", "mac", "st", "saint", "san", "santa",
    "'t",
  ]

  /// A word as the sets spell it.
  static func key(_ word: Substring) -> String {
    word.lowercased().filter { $0 != "." && $0 != "," && $0 != "’" }
  }

  /// Chinese and Korean family names of two characters; every other one has one.
  static let longFamilyNames: Set<String> = [
    "欧阳", "歐陽", "司马", "司馬", "诸葛", "諸葛", "上官", "司徒", "夏侯", "尉迟", "尉遲", "皇甫", "令狐", "慕容", "公孙",
    "公孫", "東方", "东方", "长孙", "長孫", "宇文", "端木", "남궁", "황보", "제갈", "사공", "선우", "서문", "독고",
  ]
}
