"""Counts what a person does: a click, a key or a shortcut, and the typing of one field are an act each. Only what the page itself
offers is taken: whoever is counted types no address."""

import json
import os
import time
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import Keyboard, Locator, Mouse, Page

ACTS = {
    Locator: ("click", "dblclick", "fill", "press", "type", "press_sequentially", "check", "uncheck", "set_checked", "select_option",
              "set_input_files", "tap", "drag_to"),
    Page: ("click", "dblclick", "fill", "press", "type", "check", "uncheck", "set_checked", "select_option", "set_input_files", "tap",
           "drag_and_drop"),
    Keyboard: ("press", "type", "insert_text"),
    Mouse: ("click", "dblclick"),
}
BEYOND = {Page: ("goto", "go_back", "reload")}


@dataclass
class Acts:
    count: int = 0
    seconds: float = 0


@contextmanager
def counted():
    """What is done inside, by whichever of the browser's means."""
    acts, kept, began = Acts(), [], time.monotonic()

    def counting(act):
        def count(*arguments, **options):
            acts.count += 1
            return act(*arguments, **options)
        return count

    def refusing(act):
        def refuse(*arguments, **options):
            raise AssertionError(f"{act.__name__} is nothing that the page offers")
        return refuse

    for replaced, by in ((ACTS, counting), (BEYOND, refusing)):
        for kind, names in replaced.items():
            for name in names:
                act = getattr(kind, name)
                kept.append((kind, name, act))
                setattr(kind, name, by(act))
    try:
        yield acts
    finally:
        for kind, name, act in kept:
            setattr(kind, name, act)
        acts.seconds = time.monotonic() - began


def report(record_property, who: str, task: str, aim: int, acts: Acts):
    """Into the results of the run, and into the file that `deploy/bench/acts` names."""
    row = {"who": who, "task": task, "aim": aim, "acts": acts.count, "seconds": round(acts.seconds, 1)}
    for name in ("acts", "seconds"):
        record_property(name, row[name])
    if path := os.environ.get("ROOST_ACTS"):
        with open(path, "a") as file:
            file.write(json.dumps(row) + "\n")
