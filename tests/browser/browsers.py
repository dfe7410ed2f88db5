"""Browsers of many people in one Chromium, handed from one test to the next without anything that is theirs.

What stays is what the server lets a browser keep for good: pages load in half the time. A new browser is made
where none of the same kind is free.
"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page

_PRIVATE = "local_storage,indexeddb,cache_storage,service_workers,file_systems,websql"


class Browsers:
    """The browsers that nobody uses at the moment, by their window and what else they were made with."""

    def __init__(self, chromium: Browser) -> None:
        self._chromium = chromium
        self._free: dict[str, list[BrowserContext]] = {}
        self._kinds: dict[BrowserContext, str] = {}

    def take(self, options: dict[str, Any]) -> BrowserContext:
        """Give a browser that knows nobody."""
        kind = repr(sorted(options.items()))
        free = self._free.setdefault(kind, [])
        if free:
            return free.pop()
        context = self._chromium.new_context(**options)
        context.set_default_timeout(60_000)  # a busy machine is no failure
        context.set_default_navigation_timeout(60_000)
        self._kinds[context] = kind
        return context

    def put_back(self, page: Page, origin: str) -> None:
        """Take a browser back with this page of it, and let it forget who used it."""
        context = page.context
        try:
            tools = context.new_cdp_session(page)
            tools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": _PRIVATE})
            context.clear_cookies()
            context.set_offline(False)
            for each in context.pages:
                each.close()
        except Error:  # it has crashed or was closed
            del self._kinds[context]
            context.close()
        else:
            self._free[self._kinds[context]].append(context)
