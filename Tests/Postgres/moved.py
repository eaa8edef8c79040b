"""Everything that both servers keep, copied from SQLite files into PostgreSQL: mailboxes, devices and conversations of a relay,
documents, records and drives. What was copied is counted and hashed here, by other means than those of grove."""

import hashlib
import os
import pathlib
import sqlite3
import subprocess

from cluster import Cluster
from servers import GROVE, Node, RelayNode
from storage import PICTURE, Drive, keep_picture


def of_sqlite(path: str) -> dict[str, list[str]]:
    """A line for each row, in an order that says nothing, by table."""
    file = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    file.text_factory = bytes
    kept = "type = 'table' AND name NOT LIKE 'grdb_%' AND name NOT LIKE 'sqlite_%'"
    found = {}
    for (name,) in file.execute(f"SELECT name FROM sqlite_schema WHERE {kept}").fetchall():
        name = name.decode()
        rows = file.execute(f"SELECT * FROM {name}")
        columns = sorted(range(len(rows.description)), key=lambda place: str(rows.description[place][0]).lower())
        found[name.lower()] = sorted("|".join(
            "-" if row[one] is None else row[one].hex() if isinstance(row[one], bytes) else str(row[one])
            for one in columns) for row in rows)
    file.close()
    return found


def of_postgres(cluster: Cluster, database: str, schema: str) -> dict[str, list[str]]:
    columns: dict[str, list[str]] = {}
    for line in cluster.psql(database, f"""
            SELECT table_name, column_name, data_type FROM information_schema.columns
            WHERE table_schema = '{schema}' AND table_name NOT LIKE 'grove%'""").splitlines():
        table, column, kind = line.split("|")
        text = {"bytea": f"encode({column}, 'hex')", "text": f"encode(convert_to({column}, 'UTF8'), 'hex')"}
        columns.setdefault(table, []).append((column, f"coalesce({text.get(kind, f'CAST({column} AS text)')}, '-')"))
    return {table: sorted(cluster.psql(database, "SELECT " + " || '|' || ".join(
        text for _, text in sorted(of)) + f" FROM {schema}.{table}").splitlines()) for table, of in columns.items()}


def summary(tables: dict[str, list[str]]) -> dict[str, tuple[int, str]]:
    return {name: (len(rows), hashlib.sha256("\n".join(rows).encode()).hexdigest()[:16]) for name, rows in tables.items()}


def migrated(cluster: Cluster, data: str, database: str, wanted: dict[str, set[str]], holds):
    """
    wanted: by schema, tables that must not be empty, or the comparison would say little of them."""
    address = cluster.database(database)
    before = {role: summary(of_sqlite(f"{data}/{role}.sqlite")) for role in wanted}
    empty = {role: sorted(name for name in names if not before[role][name.lower()][0]) for role, names in wanted.items()}
    done = subprocess.run([GROVE, "migrate", "--from", "sqlite", "--to", "postgres", "--data", data], text=True,
                          capture_output=True, timeout=120, env={**os.environ, "GROVE_POSTGRES": address})
    after = {role: summary(of_postgres(cluster, database, role)) for role in wanted}
    unlike = [(role, name, before[role].get(name), after[role].get(name)) for role in wanted
              for name in before[role].keys() | after[role].keys() if before[role].get(name) != after[role].get(name)]
    rows = {role: sum(count for count, _ in tables.values()) for role, tables in before.items()}
    filled = sum(count > 0 for tables in before.values() for count, _ in tables.values())
    holds(f"all rows of {database} are in PostgreSQL with the same hashes: {rows}, in {filled} tables",
          done.returncode == 0 and not unlike and not any(empty.values()),
          f"{done.stdout}{done.stderr}\nunlike: {unlike}\nempty: {empty}")
    return address


OF_MESSENGERS = {"account", "statement", "device", "kem_key", "session", "conversation", "member", "mailbox", "mailbox_entry",
                 "conversation_event", "attachment", "remembered_envelope"}


def lived_in(cluster: Cluster, folder: str, holds):
    """People who use both servers, and find everything again at the same addresses."""
    data = folder + "/lived-in"
    relay = RelayNode(data, None, name="relay").begun()
    app = Node(data, None, "--drive", "--container", "notes", name="app").begun()
    person = lambda name, *words: subprocess.run(
        [GROVE, "message", words[0], "--folder", f"{folder}/{name}", *words[1:]], text=True, capture_output=True, timeout=60,
        stdin=subprocess.DEVNULL, env={**os.environ, "GROVE_RELAY": f"http://127.0.0.1:{relay.port}"})
    for name in ("anna", "ben"):
        person(name, "sign-up", "--handle", name, "--name", name.title())
    pathlib.Path(folder, "plan.txt").write_bytes(os.urandom(300_000))
    person("anna", "new", "Kitchen", "ben")
    person("ben", "accept", "Kitchen")
    # Nobody has fetched it when the servers move.
    said = person("anna", "send", "Kitchen", "Here it is.", "--file", f"{folder}/plan.txt")
    drive, text, picture = Drive(app), os.urandom(200_000), os.urandom(300_000)
    said = said.stdout + said.stderr + str([drive.ask("MKCOL", "/drive/plans"), drive.ask("PUT", "/drive/plans/a.txt", text)])
    said += keep_picture(drive, picture)
    relay.stop()
    app.stop()
    address = migrated(cluster, data, "livedin", {"relay": OF_MESSENGERS, "collaboration": {
        "account", "session", "appPassword", "drive", "driveNode", "driveFile", "record", "recordUser", "recordZone",
        "recordAsset", "recordAssetUse"}}, holds)
    for node in (relay, app):
        node.environment["GROVE_POSTGRES"] = address
        node.start()
        node.begun()
    try:
        read = person("ben", "read", "Kitchen")
        holds("what waited in a mailbox is read after the move", "plan.txt" in read.stdout, said + read.stdout + read.stderr)
        person("ben", "send", "Kitchen", "Thank you.")
        read = person("anna", "read", "Kitchen")
        holds("and both go on in their conversation", "Thank you." in read.stdout, read.stdout + read.stderr + relay.said())
        holds("a drive's file is there", drive.ask("GET", "/drive/plans/a.txt") == (200, text), said + app.said())
        holds("and a record's", drive.ask("GET", PICTURE, Authorization=drive.session) == (200, picture), said + app.said())
    finally:
        relay.stop()
        app.stop()


def stories(cluster: Cluster, folder: str, holds):
    """What the demos leave behind: shares, notices, versions."""
    # Each takes back at its end what it had shared.
    for story, wanted in (("drive", {"relay": {"account", "device", "mailbox"}, "collaboration": {"driveShare"}}),
                          ("records", {"relay": set(), "collaboration": {"account", "document"}})):
        kept = f"{folder}/kept-{story}"
        done = subprocess.run([GROVE, "demo", story, "--keep", kept], text=True, capture_output=True, timeout=300,
                              stdin=subprocess.DEVNULL, env={
                                  name: value for name, value in os.environ.items() if name != "GROVE_POSTGRES"})
        holds(f"grove demo {story} leaves its files", done.returncode == 0, done.stdout + done.stderr)
        migrated(cluster, kept + "/servers", "story" + story, wanted,
                 holds)
