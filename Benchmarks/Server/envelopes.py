"""Messages as devices upload them: an envelope for each device, all in one batch (PROTOCOL 10.3, 10.5)."""

import base64
import os

from devices import Account, Device


def message(sender: Device, accounts: list[Account]) -> tuple[int, bytes]:
    """To all devices of all of them, as a device uploads it."""
    begin = b"\1\0\1" + os.urandom(16)
    to = [one for account in accounts for one in account.devices if one is not sender]
    for one in to:
        one.waiting += 1
    sealed = b'","'.join(base64.urlsafe_b64encode(begin + one.envelope).rstrip(b"=") for one in to)
    return len(to), b'{"envelopes":["' + sealed + b'"]}'


def upload(sender: Device, count: int, body: bytes):
    said = sender.ask("POST", "envelopes", body)
    if said["accepted"] != count:
        raise SystemExit(f"relay: of {count} envelopes {said['accepted']} were taken: {str(said)[:200]}")
