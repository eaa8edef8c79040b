"""LibreOffice keeps a document on a drive: python3 libreoffice.py OFFICE ADDRESS FOLDER, with the account and its app
password as lines of standard input. ADDRESS is the document's; FOLDER is for LibreOffice's own settings. It wants
Debian's python3-uno. While the document is open it prints “open” and goes on once it has read a line."""

import pathlib
import subprocess
import sys
import time

import uno
import unohelper
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException
from com.sun.star.task import XInteractionHandler


class SignIn(unohelper.Base, XInteractionHandler):
    """Answers the question for a password, and no other: whatever else is asked fails what asks."""

    def __init__(self, account: str, password: str):
        self.account, self.password = account, password

    def handle(self, request):
        for one in request.getContinuations():
            if hasattr(one, "setPassword"):
                one.setUserName(self.account)
                one.setPassword(self.password)
                one.select()
                return


def office(program: str, folder: pathlib.Path):
    pipe = f"grove-{folder.name}"
    process = subprocess.Popen(
        [program, "--headless", "--norestore", "--nologo", f"--accept=pipe,name={pipe};urp;",
         f"-env:UserInstallation={folder.resolve().as_uri()}"],
        stdin=subprocess.DEVNULL, stdout=sys.stderr)
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    for _ in range(600):
        try:
            context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
            return process, context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
        except NoConnectException:
            time.sleep(0.1)
    raise SystemExit("LibreOffice does not answer")


def main(program: str, address: str, folder: str):
    settings = (PropertyValue("InteractionHandler", 0, SignIn(input(), input()), 0),
                PropertyValue("Hidden", 0, True, 0))
    process, desktop = office(program, pathlib.Path(folder))
    try:
        new = desktop.loadComponentFromURL("private:factory/swriter", "_blank", 0, settings[1:])
        new.Text.String = "Dear Bob,"
        new.storeAsURL(address, settings[:1])
        new.close(True)
        document = desktop.loadComponentFromURL(address, "_blank", 0, settings)
        assert document is not None, "it was not opened"
        assert not document.isReadonly(), "it was opened to be read only"
        assert document.Text.String == "Dear Bob,", document.Text.String
        print("open", flush=True)
        input()
        document.Text.insertString(document.Text.End, " the soup was good.", False)
        document.store()
        document.close(True)
    finally:
        try:
            desktop.terminate()
            process.wait(30)
        finally:
            process.kill()


main(*sys.argv[1:])
