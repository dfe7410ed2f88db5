"""The wire: what comes over sockets and slow connections, judged before any of it is believed or done."""
