"""Writes a wheel: `wheel.py PYPROJECT TREE TAG OUTPUT`.

TREE holds what is installed, as below a prefix (`bin/formwork`, `share/man/…`); what is known of the
project is in PYPROJECT, and the files it names lie beside it. The wheel is the same to the byte
for the same contents.
"""

import base64
import hashlib
import os
import sys
import tomllib
import zipfile
from pathlib import Path


def metadata(project: dict, folder: Path) -> str:
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {project['name']}",
        f"Version: {project['version']}",
        f"Summary: {project['description']}",
        f"Keywords: {','.join(project['keywords'])}",
        *(f"Author: {author['name']}" for author in project["authors"]),
        f"License-Expression: {project['license']}",
        *(f"License-File: {name}" for name in project["license-files"]),
        *(f"Classifier: {name}" for name in project["classifiers"]),
        f"Requires-Python: {project['requires-python']}",
        "Description-Content-Type: text/markdown; charset=UTF-8",
    ]
    description = (folder / project["readme"]).read_text(encoding="utf-8")
    return "\n".join(lines) + "\n\n" + description


def main(pyproject: str, tree: str, tag: str, output: str) -> None:
    folder, tree = Path(pyproject).parent, Path(tree)
    with open(pyproject, "rb") as file:
        project = tomllib.load(file)["project"]
    base = f"{project['name'].replace('-', '_')}-{project['version']}"
    info, data = f"{base}.dist-info", f"{base}.data"
    contents = []
    for path in sorted(tree.rglob("*")):
        if path.is_file():
            place = path.relative_to(tree)
            # Commands go where the environment keeps them, everything else below its prefix.
            where = "scripts" if place.parts[0] == "bin" else "data"
            rest = place.relative_to("bin") if where == "scripts" else place
            mode = 0o755 if os.access(path, os.X_OK) else 0o644
            contents.append((f"{data}/{where}/{rest.as_posix()}", path.read_bytes(), mode))
    tags = "".join(f"Tag: py3-none-{one}\n" for one in tag.split("."))
    wheel = f"Wheel-Version: 1.0\nGenerator: formwork\nRoot-Is-Purelib: false\n{tags}"
    contents.append((f"{info}/METADATA", metadata(project, folder).encode(), 0o644))
    contents.append((f"{info}/WHEEL", wheel.encode(), 0o644))
    for name in project["license-files"]:
        contents.append((f"{info}/licenses/{name}", (folder / name).read_bytes(), 0o644))
    record = ""
    for name, text, _ in contents:
        digest = base64.urlsafe_b64encode(hashlib.sha256(text).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(text)}\n"
    record += f"{info}/RECORD,,\n"
    contents.append((f"{info}/RECORD", record.encode(), 0o644))
    path = Path(output) / f"{base}-py3-none-{tag}.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text, mode in contents:
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            level = int(os.environ.get("FORMWORK_WHEEL_LEVEL", "9"))
            archive.writestr(entry, text, compresslevel=level)
    print(path)


main(*sys.argv[1:])
