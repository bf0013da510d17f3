"""Run a script of the handbook outside a page: in Node if it is installed, else in Chromium."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from lawbot.config import ROOT
from tests.support.patience import PROGRAM_PATIENCE
from tests.support.phone import CHROMIUM

STATIC = ROOT / "lawbot_handbook" / "static"
_NODE = shutil.which("node")
can_run = bool(_NODE or CHROMIUM)


def run(script: str, argument: Any, folder: Path) -> Any:
    """Return the result of the body of a JavaScript function, which has ``argument`` as ``given``.

    ``folder`` is for temporary files.
    """
    source, answer = folder / "given.json", folder / "answer.json"
    source.write_text(json.dumps(argument), encoding="utf-8")
    if _NODE:
        program = (
            'const fs = require("fs");'
            f'const given = JSON.parse(fs.readFileSync("{source}", "utf8"));'
            f"(async () => {{ {script} }})()"
            f'.then((said) => fs.writeFileSync("{answer}", JSON.stringify(said)));'
        )
        (folder / "run.cjs").write_text(program, encoding="utf-8")
        subprocess.run([_NODE, str(folder / "run.cjs")], check=True, timeout=PROGRAM_PATIENCE)
        return json.loads(answer.read_text(encoding="utf-8"))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            function = f"async given => JSON.stringify(await (async () => {{ {script} }})())"
            return json.loads(browser.new_page().evaluate(function, argument))
        finally:
            browser.close()
