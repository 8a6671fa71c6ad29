/**
 * Names of parameters (WMO code table 4.2) and of levels (code table 4.5), and the local entries of NCEP and MRMS.
 *
 * Only what the feeds carry; an entry that is absent reads as null and never stops a field from being decoded. The short
 * names are those of the `.idx` files, so that an inventory can be held against them. The unit is the one that the
 * message ships, which is what `Field.values` are in.
 */

import type { ParameterIdentity } from '../../model/field.js';
import { printedNumber } from './printed-number.js';

export interface ParameterName {
  readonly shortName: string;
  readonly name: string;
  readonly unit: string;
}

type Row = readonly [shortName: string, name: string, unit: string];

/** Key: discipline-category-number. */
const WMO_PARAMETERS: Readonly<Record<string, Row>> = {
  // Discipline 0 meteorology. Category 0 temperature
  '0-0-0': ['TMP', 'temperature', 'K'],
  '0-0-2': ['POT', 'potential temperature', 'K'],
  '0-0-4': ['TMAX', 'maximum temperature', 'K'],
  '0-0-5': ['TMIN', 'minimum temperature', 'K'],
  '0-0-6': ['DPT', 'dew point temperature', 'K'],
  '0-0-7': ['DEPR', 'dew point depression', 'K'],
  '0-0-10': ['LHTFL', 'latent heat net flux', 'W m-2'],
  '0-0-11': ['SHTFL', 'sensible heat net flux', 'W m-2'],
  '0-0-17': ['SKINT', 'skin temperature', 'K'],
  '0-0-21': ['APTMP', 'apparent temperature', 'K'],
  // Category 1 moisture
  '0-1-0': ['SPFH', 'specific humidity', 'kg kg-1'],
  '0-1-1': ['RH', 'relative humidity', '%'],
  '0-1-3': ['PWAT', 'precipitable water', 'kg m-2'],
  '0-1-7': ['PRATE', 'precipitation rate', 'kg m-2 s-1'],
  '0-1-8': ['APCP', 'total precipitation', 'kg m-2'],
  '0-1-10': ['ACPCP', 'convective precipitation', 'kg m-2'],
  '0-1-11': ['SNOD', 'snow depth', 'm'],
  '0-1-13': ['WEASD', 'water equivalent of accumulated snow depth', 'kg m-2'],
  '0-1-19': ['PTYPE', 'precipitation type', 'code 4.201'],
  '0-1-22': ['CLWMR', 'cloud mixing ratio', 'kg kg-1'],
  '0-1-23': ['ICMR', 'ice water mixing ratio', 'kg kg-1'],
  '0-1-24': ['RWMR', 'rain mixing ratio', 'kg kg-1'],
  '0-1-25': ['SNMR', 'snow mixing ratio', 'kg kg-1'],
  '0-1-29': ['ASNOW', 'total snowfall', 'm'],
  '0-1-31': ['HAIL', 'hail', 'm'],
  '0-1-32': ['GRLE', 'graupel', 'kg kg-1'],
  '0-1-33': ['CRAIN', 'categorical rain', 'code 4.222'],
  '0-1-34': ['CFRZR', 'categorical freezing rain', 'code 4.222'],
  '0-1-35': ['CICEP', 'categorical ice pellets', 'code 4.222'],
  '0-1-36': ['CSNOW', 'categorical snow', 'code 4.222'],
  '0-1-37': ['CPRAT', 'convective precipitation rate', 'kg m-2 s-1'],
  '0-1-39': ['CPOFP', 'percent frozen precipitation', '%'],
  '0-1-42': ['SNOWC', 'snow cover', '%'],
  '0-1-52': ['TPRATE', 'total precipitation rate', 'kg m-2 s-1'],
  '0-1-53': ['TSRWE', 'total snowfall rate, water equivalent', 'kg m-2 s-1'],
  '0-1-60': ['SDWE', 'snow depth, water equivalent', 'kg m-2'],
  '0-1-69': ['TCOLW', 'total column-integrated cloud water', 'kg m-2'],
  '0-1-70': ['TCOLI', 'total column-integrated cloud ice', 'kg m-2'],
  '0-1-74': ['TCOLG', 'total column-integrated graupel', 'kg m-2'],
  // Category 2 momentum
  '0-2-0': ['WDIR', 'wind direction (from which blowing)', 'degree true'],
  '0-2-1': ['WIND', 'wind speed', 'm s-1'],
  '0-2-2': ['UGRD', 'u-component of wind', 'm s-1'],
  '0-2-3': ['VGRD', 'v-component of wind', 'm s-1'],
  '0-2-8': ['VVEL', 'vertical velocity (pressure)', 'Pa s-1'],
  '0-2-9': ['DZDT', 'vertical velocity (geometric)', 'm s-1'],
  '0-2-10': ['ABSV', 'absolute vorticity', 's-1'],
  '0-2-12': ['RELV', 'relative vorticity', 's-1'],
  '0-2-15': ['VUCSH', 'vertical u-component shear', 's-1'],
  '0-2-16': ['VVCSH', 'vertical v-component shear', 's-1'],
  '0-2-17': ['UFLX', 'momentum flux, u-component', 'N m-2'],
  '0-2-18': ['VFLX', 'momentum flux, v-component', 'N m-2'],
  '0-2-22': ['GUST', 'wind speed (gust)', 'm s-1'],
  // Category 3 mass
  '0-3-0': ['PRES', 'pressure', 'Pa'],
  '0-3-1': ['PRMSL', 'pressure reduced to mean sea level', 'Pa'],
  '0-3-3': ['ICAHT', 'height of the ICAO standard atmosphere', 'm'],
  '0-3-5': ['HGT', 'geopotential height', 'gpm'],
  '0-3-9': ['GPA', 'geopotential height anomaly', 'gpm'],
  '0-3-18': ['HPBL', 'planetary boundary layer height', 'm'],
  // Categories 4 and 5 radiation
  '0-4-7': ['DSWRF', 'downward short-wave radiation flux', 'W m-2'],
  '0-4-8': ['USWRF', 'upward short-wave radiation flux', 'W m-2'],
  '0-4-51': ['UVI', 'UV index', '1'],
  '0-5-3': ['DLWRF', 'downward long-wave radiation flux', 'W m-2'],
  '0-5-4': ['ULWRF', 'upward long-wave radiation flux', 'W m-2'],
  // Category 6 cloud
  '0-6-1': ['TCDC', 'total cloud cover', '%'],
  '0-6-3': ['LCDC', 'low cloud cover', '%'],
  '0-6-4': ['MCDC', 'medium cloud cover', '%'],
  '0-6-5': ['HCDC', 'high cloud cover', '%'],
  '0-6-6': ['CWAT', 'cloud water', 'kg m-2'],
  '0-6-11': ['CDBAS', 'cloud base', 'm'],
  '0-6-13': ['CEIL', 'ceiling', 'm'],
  // Category 7 stability
  '0-7-0': ['PLI', 'parcel lifted index', 'K'],
  '0-7-6': ['CAPE', 'convective available potential energy', 'J kg-1'],
  '0-7-7': ['CIN', 'convective inhibition', 'J kg-1'],
  '0-7-8': ['HLCY', 'storm relative helicity', 'm2 s-2'],
  '0-7-15': ['UPHL', 'updraft helicity', 'm2 s-2'],
  // Categories 14 trace gases, 15 and 16 radar, 17 electricity, 19 physical properties, 20 constituents
  '0-14-0': ['TOZNE', 'total ozone', 'DU'],
  '0-14-1': ['O3MR', 'ozone mixing ratio', 'kg kg-1'],
  '0-15-3': ['VIL', 'vertically integrated liquid', 'kg m-2'],
  '0-16-3': ['RETOP', 'echo top', 'm'],
  '0-16-4': ['REFD', 'reflectivity', 'dB'],
  '0-16-5': ['REFC', 'composite reflectivity', 'dB'],
  '0-17-0': ['LTNGSD', 'lightning strike density', 'm-2 s-1'],
  '0-19-0': ['VIS', 'visibility', 'm'],
  '0-19-1': ['ALBDO', 'albedo', '%'],
  '0-19-2': ['TSTM', 'thunderstorm probability', '%'],
  '0-20-0': ['MASSDEN', 'mass density', 'kg m-3'],
  '0-20-1': ['COLMD', 'column-integrated mass density', 'kg m-2'],
  '0-20-102': ['AOTK', 'aerosol optical thickness', '1'],
  '0-20-103': ['SSALBK', 'single scattering albedo', '1'],
  '0-20-104': ['ASYSFK', 'asymmetry factor', '1'],
  '0-20-111': ['ANGCOEF', 'Ångström exponent', '1'],
  '0-20-112': ['SCTAOTK', 'scattering aerosol optical thickness', '1'],
  // Discipline 1 hydrology, 2 land surface, 10 ocean
  '1-0-6': ['SSRUN', 'storm surface runoff', 'kg m-2'],
  '2-0-0': ['LAND', 'land cover (0 sea, 1 land)', 'ratio'],
  '2-0-1': ['SFCR', 'surface roughness', 'm'],
  '2-0-2': ['TSOIL', 'soil temperature', 'K'],
  '2-0-4': ['VEG', 'vegetation', '%'],
  '2-0-5': ['WATR', 'water runoff', 'kg m-2'],
  '2-0-7': ['MTERH', 'model terrain height', 'm'],
  '2-0-13': ['CNWAT', 'plant canopy surface water', 'kg m-2'],
  '2-0-28': ['LAI', 'leaf area index', '1'],
  '2-3-0': ['SOTYP', 'soil type', 'code 4.213'],
  '2-4-2': ['HINDEX', 'Haines index', '1'],
  '10-0-3': ['HTSGW', 'significant height of combined wind waves and swell', 'm'],
  '10-0-4': ['WVDIR', 'direction of wind waves', 'degree true'],
  '10-0-5': ['WVHGT', 'significant height of wind waves', 'm'],
  '10-0-6': ['WVPER', 'mean period of wind waves', 's'],
  '10-0-7': ['SWDIR', 'direction of swell waves', 'degree true'],
  '10-0-8': ['SWELL', 'significant height of swell waves', 'm'],
  '10-0-9': ['SWPER', 'mean period of swell waves', 's'],
  '10-0-10': ['DIRPW', 'primary wave direction', 'degree true'],
  '10-0-11': ['PERPW', 'primary wave mean period', 's'],
  '10-2-0': ['ICEC', 'ice cover', 'ratio'],
  '10-2-1': ['ICETK', 'ice thickness', 'm'],
  '10-2-6': ['ICEG', 'ice growth rate', 'm s-1'],
  '10-2-8': ['ICETMP', 'ice temperature', 'K'],
};

/** Numbers 192-254 belong to the centre; these are NCEP's, also used by the offices that run its software. */
const NCEP_PARAMETERS: Readonly<Record<string, Row>> = {
  '0-1-192': ['CRAIN', 'categorical rain (0 no, 1 yes)', 'ratio'],
  '0-1-193': ['CFRZR', 'categorical freezing rain (0 no, 1 yes)', 'ratio'],
  '0-1-194': ['CICEP', 'categorical ice pellets (0 no, 1 yes)', 'ratio'],
  '0-1-195': ['CSNOW', 'categorical snow (0 no, 1 yes)', 'ratio'],
  '0-1-196': ['CPRAT', 'convective precipitation rate', 'kg m-2 s-1'],
  '0-1-200': ['PEVPR', 'potential evaporation rate', 'W m-2'],
  '0-1-225': ['FRZR', 'freezing rain', 'kg m-2'],
  '0-1-226': ['PWTHER', 'predominant weather', 'code'],
  '0-1-227': ['FROZR', 'frozen rain', 'kg m-2'],
  '0-1-233': ['SNOWLR', 'snow-liquid ratio', 'kg kg-1'],
  '0-1-242': ['RHPW', 'relative humidity with respect to precipitable water', '%'],
  '0-2-192': ['VWSH', 'vertical speed shear', 's-1'],
  '0-2-194': ['USTM', 'u-component of storm motion', 'm s-1'],
  '0-2-195': ['VSTM', 'v-component of storm motion', 'm s-1'],
  '0-2-197': ['FRICV', 'frictional velocity', 'm s-1'],
  '0-2-220': ['MAXUVV', 'hourly maximum of upward vertical velocity', 'm s-1'],
  '0-2-221': ['MAXDVV', 'hourly maximum of downward vertical velocity', 'm s-1'],
  '0-2-222': ['MAXUW', 'u-component of hourly maximum 10 m wind speed', 'm s-1'],
  '0-2-223': ['MAXVW', 'v-component of hourly maximum 10 m wind speed', 'm s-1'],
  '0-2-224': ['VRATE', 'ventilation rate', 'm2 s-1'],
  '0-3-192': ['MSLET', 'mean sea level pressure (eta model reduction)', 'Pa'],
  '0-3-193': ['5WAVH', '5-wave geopotential height', 'gpm'],
  '0-3-194': ['U-GWD', 'zonal flux of gravity wave stress', 'N m-2'],
  '0-3-195': ['V-GWD', 'meridional flux of gravity wave stress', 'N m-2'],
  '0-3-196': ['HPBL', 'planetary boundary layer height', 'm'],
  '0-3-197': ['5WAVA', '5-wave geopotential height anomaly', 'gpm'],
  '0-3-198': ['MSLMA', 'mean sea level pressure (MAPS reduction)', 'Pa'],
  '0-3-200': ['PLPL', 'pressure of the level from which a parcel was lifted', 'Pa'],
  '0-4-192': ['DSWRF', 'downward short-wave radiation flux', 'W m-2'],
  '0-4-193': ['USWRF', 'upward short-wave radiation flux', 'W m-2'],
  '0-4-194': ['DUVB', 'UV-B downward solar flux', 'W m-2'],
  '0-4-195': ['CDUVB', 'clear sky UV-B downward solar flux', 'W m-2'],
  '0-4-199': ['CFNSF', 'cloud forcing net solar flux', 'W m-2'],
  '0-4-200': ['VBDSF', 'visible beam downward solar flux', 'W m-2'],
  '0-4-201': ['VDDSF', 'visible diffuse downward solar flux', 'W m-2'],
  '0-5-192': ['DLWRF', 'downward long-wave radiation flux', 'W m-2'],
  '0-5-193': ['ULWRF', 'upward long-wave radiation flux', 'W m-2'],
  '0-6-192': ['CDLYR', 'non-convective cloud cover', '%'],
  '0-6-193': ['CWORK', 'cloud work function', 'J kg-1'],
  '0-6-196': ['TCOLW', 'total column-integrated cloud water', 'kg m-2'],
  '0-6-197': ['TCOLI', 'total column-integrated cloud ice', 'kg m-2'],
  '0-6-201': ['SUNSD', 'sunshine duration', 's'],
  '0-7-192': ['LFTX', 'surface lifted index', 'K'],
  '0-7-193': ['4LFTX', 'best (4 layer) lifted index', 'K'],
  '0-7-196': ['UVI', 'ultraviolet index', 'W m-2'],
  '0-7-197': ['UPHL', 'updraft helicity', 'm2 s-2'],
  '0-7-199': ['MXUPHL', 'hourly maximum of updraft helicity', 'm2 s-2'],
  '0-7-200': ['MNUPHL', 'hourly minimum of updraft helicity', 'm2 s-2'],
  '0-7-204': ['EFHL', 'effective layer helicity', 'm2 s-2'],
  '0-7-205': ['ESP', 'enhanced stretching potential', '1'],
  '0-7-206': ['CANGLE', 'critical angle', 'degree'],
  '0-13-192': ['PMTC', 'particulate matter (coarse)', 'µg m-3'],
  '0-13-193': ['PMTF', 'particulate matter (fine)', 'µg m-3'],
  '0-14-192': ['O3MR', 'ozone mixing ratio', 'kg kg-1'],
  '0-14-193': ['OZCON', 'ozone concentration', 'ppb'],
  '0-14-200': ['OZMAX1', 'daily maximum of 1 hour mean ozone', 'ppbv'],
  '0-14-201': ['OZMAX8', 'daily maximum of 8 hour mean ozone', 'ppbv'],
  '0-14-202': ['PDMAX1', 'daily maximum of 1 hour mean PM2.5', 'µg m-3'],
  '0-14-203': ['PDMAX24', 'daily maximum of 24 hour mean PM2.5', 'µg m-3'],
  '0-16-195': ['REFD', 'derived radar reflectivity', 'dB'],
  '0-16-196': ['REFC', 'composite radar reflectivity', 'dB'],
  '0-16-197': ['RETOP', 'echo top', 'm'],
  '0-16-198': ['MAXREF', 'hourly maximum of simulated reflectivity', 'dB'],
  '0-17-192': ['LTNG', 'lightning', '1'],
  '0-19-236': ['SNOWLVL', 'snow level', 'm'],
  '1-0-192': ['BGRUN', 'baseflow-groundwater runoff', 'kg m-2'],
  '2-0-192': ['SOILW', 'volumetric soil moisture content', 'ratio'],
  '2-0-193': ['GFLUX', 'ground heat flux', 'W m-2'],
  '2-0-194': ['MSTAV', 'moisture availability', '%'],
  '2-0-196': ['CNWAT', 'plant canopy surface water', 'kg m-2'],
  '2-0-198': ['VGTYP', 'vegetation type', 'code'],
  '2-0-201': ['WILT', 'wilting point', 'ratio'],
  '2-0-231': ['VEGMIN', 'lowest vegetation of the year', '%'],
  '2-0-232': ['VEGMAX', 'highest vegetation of the year', '%'],
  '2-3-192': ['SOILL', 'liquid volumetric soil moisture', 'ratio'],
  '2-3-203': ['FLDCP', 'field capacity', 'ratio'],
  '3-192-1': ['SBT123', 'simulated brightness temperature, GOES 12 channel 3', 'K'],
  '3-192-2': ['SBT124', 'simulated brightness temperature, GOES 12 channel 4', 'K'],
  '3-192-7': ['SBT113', 'simulated brightness temperature, GOES 11 channel 3', 'K'],
  '3-192-8': ['SBT114', 'simulated brightness temperature, GOES 11 channel 4', 'K'],
};

/** Numbers of ECMWF's local table 1. wgrib2 has no names for them, so these are ECMWF's. */
const ECMWF_PARAMETERS: Readonly<Record<string, Row>> = {
  '0-1-193': ['tp', 'total precipitation', 'm'],
  '0-1-198': ['sf', 'snowfall, water equivalent', 'm'],
  '0-1-254': ['sd', 'snow depth, water equivalent', 'm'],
  '0-6-192': ['tcc', 'total cloud cover', 'ratio'],
};

/** Discipline 209 is NSSL's own. */
const MRMS_PARAMETERS: Readonly<Record<string, Row>> = {
  '209-2-0': ['NLDNCG001minAvgDensity', 'cloud-to-ground lightning density of one minute', 'km-2 min-1'],
  '209-2-1': ['NLDNCG005minAvgDensity', 'cloud-to-ground lightning density of 5 minutes', 'km-2 min-1'],
  '209-2-2': ['NLDNCG015minAvgDensity', 'cloud-to-ground lightning density of 15 minutes', 'km-2 min-1'],
  '209-2-3': ['NLDNCG030minAvgDensity', 'cloud-to-ground lightning density of 30 minutes', 'km-2 min-1'],
  '209-2-5': ['LightningProbabilityNext30minGrid', 'lightning probability of the next 30 minutes', '%'],
  '209-2-6': ['LightningProbabilityNext60minGrid', 'lightning probability of the next 60 minutes', '%'],
  '209-3-26': ['SHI', 'severe hail index', '1'],
  '209-3-27': ['POSH', 'probability of severe hail', '%'],
  '209-3-28': ['MESH', 'maximum estimated size of hail', 'mm'],
  '209-3-41': ['VIL', 'vertically integrated liquid', 'kg m-2'],
  '209-3-57': ['ReflectivityAtLowestAltitude', 'reflectivity at the lowest altitude', 'dBZ'],
  '209-6-0': ['PrecipFlag', 'type of precipitation at the surface', 'code'],
  '209-6-1': ['PrecipRate', 'precipitation rate', 'mm h-1'],
  '209-6-2': ['RadarOnlyQPE01H', 'radar precipitation of one hour', 'mm'],
  '209-6-6': ['RadarOnlyQPE24H', 'radar precipitation of 24 hours', 'mm'],
  '209-6-30': ['MultiSensorQPE01HPass1', 'multi-sensor precipitation of one hour, pass 1', 'mm'],
  '209-6-37': ['MultiSensorQPE01HPass2', 'multi-sensor precipitation of one hour, pass 2', 'mm'],
  '209-6-45': ['RadarOnlyQPE15M', 'radar precipitation of 15 minutes', 'mm'],
  '209-8-0': ['RadarQualityIndex', 'radar quality index', '1'],
  '209-8-8': ['SeamlessHSR', 'seamless hybrid scan reflectivity', 'dBZ'],
  '209-10-0': ['MergedReflectivityQCComposite', 'composite reflectivity', 'dBZ'],
};

/** NCEP (7) and the National Weather Service's own offices (8, 9) share one local table. */
const NCEP_CENTRES: ReadonlySet<number> = new Set([7, 8, 9]);
/** Local tables of other centres. */
const LOCAL_PARAMETERS: Readonly<Record<number, Readonly<Record<string, Row>>>> = {
  98: ECMWF_PARAMETERS,
  161: MRMS_PARAMETERS,
};
const FIRST_LOCAL = 192;

/** Name, description and unit of a parameter; null for one that is not in the tables. */
export function parameterName(
  { discipline, category, number }: Pick<ParameterIdentity, 'discipline' | 'category' | 'number'>,
  centre: number,
): ParameterName | null {
  const key = `${discipline}-${category}-${number}`;
  const isLocal = discipline >= FIRST_LOCAL || category >= FIRST_LOCAL || number >= FIRST_LOCAL;
  const row = (isLocal ? localParameters(centre) : WMO_PARAMETERS)[key];
  return row ? { shortName: row[0], name: row[1], unit: row[2] } : null;
}

function localParameters(centre: number): Readonly<Record<string, Row>> {
  return NCEP_CENTRES.has(centre) ? NCEP_PARAMETERS : (LOCAL_PARAMETERS[centre] ?? {});
}

/** Code table 4.233, the aerosols of models, as inventories name them. */
const AEROSOLS: Readonly<Record<number, string>> = {
  62000: 'Total aerosol',
  62001: 'Dust dry',
  62002: 'Water in ambient',
  62003: 'Ammonium dry',
  62004: 'Nitrate dry',
  62005: 'Nitric acid trihydrate',
  62006: 'Sulphate dry',
  62007: 'Mercury dry',
  62008: 'Sea salt dry',
  62009: 'Black carbon dry',
  62010: 'Particulate organic matter dry',
  62011: 'Primary particulate organic matter dry',
  62012: 'Secondary particulate organic matter dry',
};

/** "Dust dry"; a type that is not in the table by its number. */
export function aerosolName(type: number): string {
  return AEROSOLS[type] ?? `type ${type}`;
}

/** A level type: the text of the inventory, where `#` stands for the value, divided by `per` (hPa for Pa). */
interface LevelRow {
  readonly text: string;
  /** Where a layer is not named as its surfaces are. */
  readonly layerText?: string;
  readonly per?: number;
}

const WMO_LEVELS: Readonly<Record<number, LevelRow>> = {
  1: { text: 'surface' },
  2: { text: 'cloud base' },
  3: { text: 'cloud top' },
  4: { text: '0C isotherm' },
  5: { text: 'level of adiabatic condensation from sfc' },
  6: { text: 'max wind' },
  7: { text: 'tropopause' },
  8: { text: 'top of atmosphere' },
  9: { text: 'sea bottom' },
  10: { text: 'entire atmosphere' },
  11: { text: 'cumulonimbus base' },
  12: { text: 'cumulonimbus top' },
  14: { text: 'level of free convection' },
  17: { text: 'most unstable parcel level' },
  20: { text: '# K level' },
  100: { text: '# mb', per: 100 },
  101: { text: 'mean sea level' },
  102: { text: '# m above mean sea level' },
  103: { text: '# m above ground' },
  104: { text: '# sigma level', layerText: '# sigma layer' },
  105: { text: '# hybrid level' },
  106: { text: '# m below ground' },
  107: { text: '# K isentropic level' },
  108: { text: '# mb above ground', per: 100 },
  109: { text: 'PV=# (Km^2/kg/s) surface' },
  111: { text: '# eta level' },
  160: { text: '# m below sea level' },
};

const NCEP_LEVELS: Readonly<Record<number, LevelRow>> = {
  200: { text: 'entire atmosphere (considered as a single layer)' },
  201: { text: 'entire ocean (considered as a single layer)' },
  204: { text: 'highest tropospheric freezing level' },
  209: { text: 'boundary layer cloud bottom level' },
  210: { text: 'boundary layer cloud top level' },
  211: { text: 'boundary layer cloud layer' },
  212: { text: 'low cloud bottom level' },
  213: { text: 'low cloud top level' },
  214: { text: 'low cloud layer' },
  215: { text: 'cloud ceiling' },
  220: { text: 'planetary boundary layer' },
  222: { text: 'middle cloud bottom level' },
  223: { text: 'middle cloud top level' },
  224: { text: 'middle cloud layer' },
  232: { text: 'high cloud bottom level' },
  233: { text: 'high cloud top level' },
  234: { text: 'high cloud layer' },
  241: { text: '# in sequence' },
  242: { text: 'convective cloud bottom level' },
  243: { text: 'convective cloud top level' },
  244: { text: 'convective cloud layer' },
  245: { text: 'lowest level of the wet bulb zero' },
  247: { text: 'equilibrium level' },
};

const BELOW_GROUND = 106;

function levelRow(type: number, centre: number): LevelRow | undefined {
  return type < FIRST_LOCAL ? WMO_LEVELS[type] : NCEP_CENTRES.has(centre) ? NCEP_LEVELS[type] : undefined;
}

/** False for level types that are a place by themselves (surface, tropopause), whatever value a message gives them. */
export function levelHasValue(type: number, centre: number): boolean {
  return levelRow(type, centre)?.text.includes('#') ?? true;
}

/** "2 m above ground", "180-0 mb above ground", "surface"; a type that is not in the tables is named by its number. */
export function levelName(
  type: number,
  value: number | null,
  second: { readonly type: number; readonly value: number | null } | null,
  centre: number,
): string {
  const row = levelRow(type, centre) ?? { text: `level type ${type}${value === null ? '' : ' #'}` };
  const inUnit = (given: number | null) => (given === null ? '' : printedNumber(given / (row.per ?? 1)));
  const isLayer = second !== null && second.type === type && second.value !== null;
  if (type === BELOW_GROUND && value === 0 && !isLayer) return '0 m underground';
  const text = (isLayer && row.layerText) || row.text;
  return text.replace('#', isLayer ? `${inUnit(value)}-${inUnit(second.value)}` : inUnit(value));
}
