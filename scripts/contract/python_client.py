"""Real requests with two clients: openapi-python-client, and openapi-generator's for Python."""

import os

import weatherglass_openapi
from weatherglass_client import AuthenticatedClient
from weatherglass_client.api.maps import map_tile
from weatherglass_client.api.weather import forecast
from weatherglass_client.models import (
    ConditionCode,
    CurrentSection,
    CurrentSectionVariablesItem,
    DailySection,
    DailySectionVariablesItem,
    ForecastRequest,
    ForecastResponse,
    Location,
    MapTileLayer,
    Problem,
)
from weatherglass_client.types import File

URL, KEY = os.environ["WEATHERGLASS_URL"], os.environ["WEATHERGLASS_KEY"]
PNG = b"\x89PNG"

client = AuthenticatedClient(base_url=URL, token=KEY)
location = Location(latitude=52.52, longitude=13.405)
current = CurrentSection(variables=[CurrentSectionVariablesItem.TEMPERATURE, CurrentSectionVariablesItem.CONDITION])
daily = DailySection(days=2, variables=[DailySectionVariablesItem.SUNRISE])

answer = forecast.sync(client=client, body=ForecastRequest(location=location, current=current, daily=daily))
assert isinstance(answer, ForecastResponse), answer
assert answer.current and isinstance(answer.current.condition, ConditionCode), answer.current
assert answer.daily and len(answer.daily) == 2, answer.daily

tile = map_tile.sync(client=client, layer=MapTileLayer.RADAR, z=2, x=1, y=1)
assert isinstance(tile, File) and tile.payload.read(4) == PNG, tile

refused = forecast.sync(client=client, body=ForecastRequest(location=location))
assert isinstance(refused, Problem) and refused.errors and refused.errors[0].code == "section_required", refused

configuration = weatherglass_openapi.Configuration(host=URL, access_token=KEY)
with weatherglass_openapi.ApiClient(configuration) as api:
    path = [
        weatherglass_openapi.Waypoint(latitude=52.52, longitude=13.405),
        weatherglass_openapi.Waypoint(latitude=51.05, longitude=13.74),
    ]
    travel = weatherglass_openapi.Travel(mode="cycling")
    request = weatherglass_openapi.RouteRequest(path=path, travel=travel)
    route = weatherglass_openapi.WeatherApi(api).route(request)
    assert route.route.mode == "cycling" and len(route.samples) > 2, route
    image = weatherglass_openapi.MapsApi(api).map_tile("temperature", 1, 0, 0)
    assert bytes(image[:4]) == PNG, image[:4]
    try:
        beyond = weatherglass_openapi.Location.model_construct(latitude=91, longitude=0)
        weatherglass_openapi.WeatherApi(api).alerts(weatherglass_openapi.AlertsRequest.model_construct(location=beyond))
        raise AssertionError("a latitude of 91 degrees was accepted")
    except weatherglass_openapi.ApiException as error:
        assert error.status == 422, error

print("Python: 3 requests with openapi-python-client, 3 with openapi-generator")
