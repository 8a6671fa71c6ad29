"""Schemathesis hooks: keeps valid requests within the rules that JSON Schema cannot state.

Schemathesis makes valid requests from the OpenAPI document alone. The document states the following rules in words,
because they relate two values or depend on the time of the request. The hooks move a valid request to the nearest one
that obeys them; requests that are meant to be invalid stay as they are.

* A time zone exists in the IANA database.
* A tile lies within its zoom level, and the zoom level within its layer. `radar-site` has a site.
* A time of a tile is the time of a frame.
* Dates, departures and times of waypoints lie within the forecast, and run forward; dates of a history are over, those
  of an outlook 15 to 365 days ahead.
* A path is at most 20,000 km long, and a speed fits the mode of travel.

Needs WEATHERGLASS_URL, WEATHERGLASS_KEY and WEATHERGLASS_NOW (the fixed clock of the service) in the environment.
"""

import json
import math
import os
import urllib.request
import zoneinfo
from datetime import datetime, timedelta

import schemathesis

NOW = datetime.fromisoformat(os.environ["WEATHERGLASS_NOW"])
FORECAST_DAYS = (-364, 14)
# Two days less at both ends than the rules allow: a date is of the zone of the request and of the place.
HISTORY_DAYS = (-364, -3)
OUTLOOK_DAYS = (17, 363)
PAST_HOURS, FUTURE_HOURS = 47, 383
LONGEST_PATH_KM = 19_900
SPEEDS_KMH = {"driving": (1, 200), "cycling": (3, 60), "hiking": (1, 15)}
PER_KMH = {"km/h": 1, "mph": 0.621371, "m/s": 1 / 3.6}
WIND_UNITS = {"metric": "km/h", "us": "mph", "si": "m/s"}

ZONES = ["auto", *sorted(zoneinfo.available_timezones() - {"localtime", "Factory", "posixrules"})]


def read_layers():
    request = urllib.request.Request(os.environ["WEATHERGLASS_URL"] + "/v1/map-tiles")
    request.add_header("Authorization", "Bearer " + os.environ["WEATHERGLASS_KEY"])
    with urllib.request.urlopen(request) as response:
        return {layer["id"]: layer for layer in json.load(response)["layers"]}


LAYERS = read_layers()


@schemathesis.hook
def map_case(context, case):
    return obeying(case)


@schemathesis.hook
def before_add_examples(context, examples):
    examples[:] = [obeying(case) for case in examples]


def obeying(case):
    if case.meta is not None and not case.meta.generation.mode.is_positive:
        return case
    path = case.operation.path
    if isinstance(case.body, dict) and case.body.get("timezone", "auto") not in ZONES:
        case.body["timezone"] = pick(ZONES, case.body["timezone"])
    if "{layer}" in path:
        move_tile(case.path_parameters, case.query)
    elif path == "/v1/forecast" and "daily" in case.body:
        move_dates(case.body["daily"], FORECAST_DAYS)
    elif path == "/v1/historical":
        move_dates(case.body, HISTORY_DAYS)
    elif path == "/v1/outlook":
        move_dates(case.body, OUTLOOK_DAYS)
    elif path == "/v1/route":
        move_route(case.body)
    return case


def pick(values, text):
    """One of `values`, always the same for the same text."""
    return values[sum(map(ord, text)) % len(values)]


def move_tile(address, query):
    layer = LAYERS[address["layer"]]
    if "z" in address:
        address["z"] = min(int(address["z"]), layer["maxzoom"])
        for axis in ("x", "y"):
            address[axis] = int(address[axis]) % 2 ** address["z"]
    sites = [site["id"] for site in LAYERS["radar-site"]["sites"]]
    if query.get("site") or layer["id"] == "radar-site":
        query["site"] = pick(sites, query.get("site") or "")
    if query.get("time"):
        frames = [frame["time"] for frame in layer["frames"]]
        if "time" in layer["parameters"]:
            query["time"] = pick(frames, query["time"])
        else:
            del query["time"]


def move_dates(daily, bounds):
    """Moves both dates into the bounds, days from today, both inclusive."""
    if "start" not in daily:
        return
    first, last = bounds
    days = [ordinal(daily[field]) for field in ("start", "end")]
    moved = sorted(first + day % (last - first + 1) for day in days)
    daily["start"], daily["end"] = ((NOW + timedelta(days=day)).date().isoformat() for day in moved)


def ordinal(date):
    """Number of a date, also of the year 0000, which Python does not have."""
    year, month, day = map(int, date.split("-"))
    return 372 * year + 31 * month + day


def instant(text):
    """An instant within the forecast, always the same for the same text."""
    seconds = pick(range((PAST_HOURS + FUTURE_HOURS) * 3600), text * 97)
    return NOW + timedelta(seconds=seconds - PAST_HOURS * 3600)


def move_route(body):
    path = body["path"]
    if "departure_time" in body and body["departure_time"] != "now":
        body["departure_time"] = instant(body["departure_time"]).isoformat()
    if "time" in path[0]:
        start = instant(path[0]["time"])
        for i, waypoint in enumerate(path):
            waypoint["time"] = (start + timedelta(minutes=20 * i)).isoformat()
    if length_km(path) > LONGEST_PATH_KM:
        contract(path)
    if "speed" in body.get("travel", {}):
        move_speed(body)


def move_speed(body):
    unit = body.get("unit_overrides", {}).get("wind_speed") or WIND_UNITS[body.get("units", "metric")]
    slowest, fastest = (bound * PER_KMH[unit] for bound in SPEEDS_KMH[body["travel"].get("mode", "driving")])
    body["travel"]["speed"] = min(max(body["travel"]["speed"], slowest * 1.01), fastest * 0.99)


def length_km(path):
    return sum(map(leg_km, path, path[1:]))


def leg_km(a, b):
    north, south = math.radians(a["latitude"]), math.radians(b["latitude"])
    east = math.radians(b["longitude"] - a["longitude"])
    haversine = math.sin((south - north) / 2) ** 2 + math.cos(north) * math.cos(south) * math.sin(east / 2) ** 2
    return 2 * 6371 * math.asin(min(1, math.sqrt(haversine)))


def contract(path):
    """Draws all waypoints towards the first one."""
    share = 1 / (10 * len(path))
    for waypoint in path[1:]:
        for axis in ("latitude", "longitude"):
            waypoint[axis] = path[0][axis] + share * (waypoint[axis] - path[0][axis])
