package import Metrics
import Synchronization

/// A swift-metrics backend that keeps counters, gauges and histograms in memory and prints them in
/// the Prometheus text format (version 0.0.4).
///
/// Labels are routes and status classes, chosen by this program; nothing a caller sends becomes one,
/// so the number of series is fixed. docs/OPERATING.md says what each of them means.
package final class PrometheusRegistry: MetricsFactory {
  private struct State {
    var series: [SeriesKey: any MetricSeries] = [:]
    var read: [SeriesKey: ReadSeries] = [:]
  }

  private let state = Mutex(State())
  private let labels: [(String, String)]

  /// - Parameter labels: of every series, such as the server's name.
  package init(labels: [(String, String)] = []) { self.labels = labels }

  /// A gauge that is read when the text is asked for.
  /// - Parameter read: nil: there is nothing to tell now, and the series is left out.
  package func gauge(
    _ name: String, labels own: [(String, String)] = [], _ read: @escaping @Sendable () -> Double?
  ) {
    let series = ReadSeries(kind: "gauge", read: read)
    state.withLock { $0.read[SeriesKey(name, labels + own)] = series }
  }

  /// A counter that somebody else keeps, read when the text is asked for.
  package func counter(_ name: String, _ read: @escaping @Sendable () -> Double?) {
    let series = ReadSeries(kind: "counter", read: read)
    state.withLock { $0.read[SeriesKey(name, labels)] = series }
  }

  package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    series(label, dimensions, CounterSeries.init)
  }

  package func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler {
    aggregate
      ? series(label, dimensions) { HistogramSeries(bounds: HistogramSeries.sizes, scale: 1) }
      : series(label, dimensions, GaugeSeries.init)
  }

  package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    series(label, dimensions) { HistogramSeries(bounds: HistogramSeries.seconds, scale: 1e-9) }
  }

  // A series stays: a counter that starts again from nothing would look like a restart.
  package func destroyCounter(_ handler: any CounterHandler) {}
  package func destroyRecorder(_ handler: any RecorderHandler) {}
  package func destroyTimer(_ handler: any TimerHandler) {}

  /// Everything, in the exposition format.
  package var text: String { Self.text(of: [self]) }

  /// The same for several, whose labels tell them apart: a name's series stand together.
  package static func text(of registries: [PrometheusRegistry]) -> String {
    let states = registries.map { $0.state.withLock { $0 } }
    var out = ""
    let families = Dictionary(grouping: states.flatMap(\.series), by: \.key.name)
    for (name, members) in families.sorted(by: { $0.key < $1.key }) {
      guard let kind = members.first?.value.kind else { continue }
      out += "# TYPE \(name) \(kind)\n"
      for (key, value) in members.sorted(by: { $0.key.labels < $1.key.labels }) {
        out += value.lines(name: name, labels: key.labels)
      }
    }
    return out + readText(of: states)
  }

  private static func readText(of states: [State]) -> String {
    var out = ""
    let families = Dictionary(grouping: states.flatMap(\.read), by: \.key.name)
    for (name, members) in families.sorted(by: { $0.key < $1.key }) {
      let values = members.sorted { $0.key.labels < $1.key.labels }.compactMap { key, series in
        series.read().map { "\(name)\(key.labels.isEmpty ? "" : "{\(key.labels)}") \($0)\n" }
      }
      guard let kind = members.first?.value.kind, !values.isEmpty else { continue }
      out += "# TYPE \(name) \(kind)\n" + values.joined()
    }
    return out
  }

  /// The same name and labels are the same series, whoever asks.
  private func series<Series: MetricSeries>(
    _ label: String, _ dimensions: [(String, String)], _ make: () -> Series
  ) -> Series {
    let key = SeriesKey(label, labels + dimensions)
    return state.withLock { state in
      if let known = state.series[key] as? Series { return known }
      let made = make()
      state.series[key] = made
      return made
    }
  }
}
