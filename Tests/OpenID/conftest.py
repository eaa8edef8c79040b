"""A Grove for each provider: one process, its pages, and the provider's settings."""

import pathlib
import tempfile

import pytest

from browser import Person
from glewlwyd import CLIENT, SECRET, Glewlwyd
from odd import OddProvider
from support.servers import Server


def grove_for(provider, *more: str) -> Server:
    secret = pathlib.Path(tempfile.mkdtemp(prefix="grove-oidc-")) / "secret"
    secret.write_text(SECRET + "\n")
    secret.chmod(0o600)
    return Server(
        "--only", "collaboration", "--oidc-issuer", provider.issuer, "--oidc-client-id", CLIENT,
        "--oidc-client-secret-file", str(secret), "--oidc-name", "The Works", *more)


@pytest.fixture(scope="module")
def real():
    """glewlwyd and a Grove that it knows."""
    provider = Glewlwyd().start()
    grove = grove_for(provider)
    provider.admit(grove.app + "/collab/v1/provider/callback")
    try:
        yield lambda: Person(grove.start() if not grove._process else grove, provider)
    finally:
        grove.stop()
        provider.stop()


@pytest.fixture
def odd():
    """A provider to be spoilt, and people at a Grove of its own, which has seen nothing of it yet."""
    provider = OddProvider().start()
    grove = grove_for(provider).start()
    provider.grove = grove
    try:
        yield provider, lambda: Person(grove, provider)
    finally:
        grove.stop()
        provider.stop()
