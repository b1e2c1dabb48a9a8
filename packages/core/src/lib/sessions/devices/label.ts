/** Names by patterns of user agents; the first match counts, since most user agents also contain names of others. */
type NamePatterns = readonly (readonly [pattern: RegExp, name: string])[]

const BROWSERS: NamePatterns = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS|Opera)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]

const SYSTEMS: NamePatterns = [
  [/\biPad\b/, 'iPadOS'],
  [/\b(?:iPhone|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\b(?:Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** More than any browser says; a stranger writes it. */
const LONGEST = 1024

function findName(names: NamePatterns, userAgent: string): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1]
}

/**
 * The name of a browser and its system, such as `Firefox on Windows`. Nothing else of the header is kept.
 *
 * @returns `null` where it says neither
 */
export function readLabel(userAgent: string | null | undefined): string | null {
  const text = userAgent?.slice(0, LONGEST) ?? ''
  const [browser, system] = [findName(BROWSERS, text), findName(SYSTEMS, text)]
  if (browser === undefined) return system ?? null
  return system === undefined ? browser : `${browser} on ${system}`
}
