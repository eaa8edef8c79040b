"""nginx and Caddy with the configurations of deploy/, and both servers behind them.

What differs from what an operator does is written here and nowhere else: ports that are free, the paths of a
certificate that a test authority made, and that the programs stay in the foreground in a folder of their own.
"""

import hashlib
import os
import pathlib
import shutil
import socket
import ssl
import subprocess
import tempfile
import base64

from support.servers import ROOT, Server, free_port, wait_until

NAMES = ("msg.example.org", "docs.example.org", "grove.example.org")
VARIANTS = {"two-names": NAMES[:2], "one-name": (NAMES[2], NAMES[2])}


class Authority:
    """A certificate authority for the names of deploy/, made by openssl."""

    def __init__(self, folder: pathlib.Path):
        self.root, self.certificate, self.key = (folder / name for name in ("ca.pem", "chain.pem", "key.pem"))
        self._openssl(
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
            "-subj", "/CN=Grove tests", "-keyout", folder / "ca.key", "-out", self.root)
        self._openssl(
            "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=grove",
            "-keyout", self.key, "-out", folder / "request.pem")
        extensions = folder / "extensions"
        extensions.write_text("subjectAltName=" + ",".join(f"DNS:{name}" for name in NAMES) + "\n")
        self._openssl(
            "x509", "-req", "-in", folder / "request.pem", "-CA", self.root, "-CAkey", folder / "ca.key",
            "-CAcreateserial", "-days", "2", "-extfile", extensions, "-out", self.certificate)

    @property
    def key_hash(self) -> str:
        """Of the certificate's public key, as Chromium takes it to trust this one and no other."""
        public = subprocess.run(
            ["openssl", "x509", "-in", self.certificate, "-noout", "-pubkey"], capture_output=True, check=True)
        der = subprocess.run(
            ["openssl", "pkey", "-pubin", "-outform", "der"], input=public.stdout, capture_output=True, check=True)
        return base64.b64encode(hashlib.sha256(der.stdout).digest()).decode()

    @staticmethod
    def _openssl(*arguments):
        subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True)


class Behind:
    """Both servers behind one proxy in one variant; `relay` and `app` are their public origins."""

    def __init__(self, program: str, variant: str, authority: Authority):
        self.program, self.variant, self.authority = program, variant, authority
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="grove-proxy-"))
        # The proxy's workers may be another user's.
        self.folder.chmod(0o755)
        first = free_port()
        second = first if variant == "two-names" else free_port()
        self.ports, names = (first, second), VARIANTS[variant]
        self.relay, self.app = (f"https://{name}:{port}" for name, port in zip(names, self.ports))
        self._servers = Server(
            "--trusted-proxy", "127.0.0.1", "--relay-origin", self.relay, "--app-origin", self.app)
        # The browser's own way to the messenger is the public one.
        self._servers.relay, inner = self.relay, self._servers.relay
        self.inner = (inner, self._servers.app)
        self._process = None

    def start(self):
        self._servers.start()
        command = self._nginx() if self.program == "nginx" else self._caddy()
        self._log = open(self.folder / "log", "w")
        environment = os.environ | {"XDG_DATA_HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder)}
        self._process = subprocess.Popen(
            command, stdout=self._log, stderr=self._log, cwd=self.folder, env=environment)
        wait_until(self._answers, 20, f"{self.program}\n{(self.folder / 'log').read_text()}")
        return self

    @property
    def processor_seconds(self) -> float:
        """How long the servers have worked since they were started."""
        fields = pathlib.Path(f"/proc/{self._servers.process}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _answers(self):
        assert self._process.poll() is None, (self.folder / "log").read_text()
        return all(self._is_ours(name, port) for name, port in zip(VARIANTS[self.variant], self.ports))

    def _is_ours(self, name: str, port: int) -> bool:
        """With the test authority's certificate: whatever else may listen there is not the proxy."""
        ours = ssl.create_default_context(cafile=self.authority.root)
        try:
            with socket.create_connection(("127.0.0.1", port), 5) as plain, ours.wrap_socket(plain, server_hostname=name):
                return True
        except OSError:
            return False

    def stop(self):
        if self._process:
            self._process.terminate()
            try:
                self._process.wait(15)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait(10)
            self._log.close()
        self._servers.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _deployed(self, name: str, changes: dict[str, str]) -> str:
        text = (ROOT / "deploy" / self.program / name).read_text()
        inner = [origin.rsplit(":", 1)[1] for origin in self.inner]
        changes = {"127.0.0.1:8460": f"127.0.0.1:{inner[0]}", "127.0.0.1:8470": f"127.0.0.1:{inner[1]}"} | changes
        for old, new in changes.items():
            assert old in text, f"deploy/{self.program}/{name} does not have “{old}”"
            text = text.replace(old, new)
        return text

    def _nginx(self):
        changes = {
            "/etc/ssl/grove/fullchain.pem": str(self.authority.certificate),
            "/etc/ssl/grove/privkey.pem": str(self.authority.key),
            "listen [::]:": "#", "listen 443 ": f"listen 127.0.0.1:{self.ports[0]} ",
            "listen 80;": f"listen 127.0.0.1:{free_port()};",
        }
        if self.variant == "one-name":
            changes["listen 8443 "] = f"listen 127.0.0.1:{self.ports[1]} "
        (self.folder / "grove.conf").write_text(self._deployed(f"{self.variant}.conf", changes))
        paths = " ".join(
            f"{kind}_temp_path {self.folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (self.folder / "nginx.conf").write_text(
            f"daemon off; pid {self.folder}/pid; error_log stderr; worker_processes 1;\n"
            f"events {{ worker_connections 1024; }}\nhttp {{ access_log off; {paths}\n"
            f"include {self.folder}/grove.conf; }}\n")
        return ["nginx", "-p", str(self.folder), "-e", "stderr", "-c", str(self.folder / "nginx.conf")]

    def _caddy(self):
        names, tls = VARIANTS[self.variant], f"\ttls {self.authority.certificate} {self.authority.key}\n"
        if self.variant == "two-names":
            changes = {f"\n{name} {{\n": f"\n{name}:{port} {{\n{tls}" for name, port in zip(names, self.ports)}
        else:
            name = names[0]
            changes = {f"\n{name} {{\n": f"\n{name}:{self.ports[0]} {{\n{tls}",
                       f"\n{name}:8443 {{\n": f"\n{name}:{self.ports[1]} {{\n{tls}"}
        own = "{\n\tadmin off\n\tauto_https disable_redirects\n\tdefault_bind 127.0.0.1\n}\n"
        (self.folder / "Caddyfile").write_text(own + self._deployed(f"{self.variant}.Caddyfile", changes))
        return ["caddy", "run", "--adapter", "caddyfile", "--config", str(self.folder / "Caddyfile")]
