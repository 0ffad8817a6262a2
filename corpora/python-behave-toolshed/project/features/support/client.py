"""A JSON client over http.client, so that no proxy setting gets in the way."""

import http.client
import json


class Client:
    def __init__(self, url):
        self.address = url.split("//", 1)[1]

    def call(self, method, target, payload=None):
        connection = http.client.HTTPConnection(self.address, timeout=10)
        try:
            body = None if payload is None else json.dumps(payload)
            connection.request(method, target, body)
            response = connection.getresponse()
            return response.status, json.loads(response.read().decode("utf-8"))
        finally:
            connection.close()
