import os
import tempfile


def before_scenario(context, scenario):
    context.currency = context.config.userdata["currency"]
    hits = os.path.join(tempfile.gettempdir(), "shop_hits.txt")
    if os.path.exists(hits):
        os.remove(hits)
