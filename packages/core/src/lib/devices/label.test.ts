import { expect, it } from 'vitest'
import { readLabel } from './label.ts'

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64)'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)'
const IPAD = 'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9)'
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const CHROME = `${WEBKIT} Chrome/131.0.0.0 Safari/537.36`

it.each<readonly [string | null | undefined, string | null]>([
  [`${WINDOWS} ${CHROME}`, 'Chrome on Windows'],
  [`${MAC} ${CHROME}`, 'Chrome on macOS'],
  [`Mozilla/5.0 (Mac OS X) ${CHROME}`, 'Chrome on macOS'],
  [`${LINUX} ${CHROME}`, 'Chrome on Linux'],
  [`${LINUX} ${WEBKIT} Chromium/131.0 Safari/537.36`, 'Chrome on Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME}`, 'Chrome on ChromeOS'],
  [`${ANDROID} ${CHROME}`, 'Chrome on Android'],
  [`${IPHONE} AppleWebKit/605.1.15 CriOS/131.0 Mobile/15E148 Safari/604.1`, 'Chrome on iOS'],
  [`${WINDOWS} ${CHROME} Edg/131.0`, 'Edge on Windows'],
  [`${WINDOWS} ${CHROME} Edge/18.1`, 'Edge on Windows'],
  [`${ANDROID} ${CHROME} EdgA/131.0`, 'Edge on Android'],
  [`${IPHONE} Version/18.0 EdgiOS/131.0 Mobile/15E148 Safari/604.1`, 'Edge on iOS'],
  [`${WINDOWS} ${CHROME} OPR/115.0`, 'Opera on Windows'],
  [`${IPHONE} OPiOS/16.0 Mobile/15E148 Safari/9537.53`, 'Opera on iOS'],
  ['Opera/9.80 (Windows NT 6.1) Presto/2.12', 'Opera on Windows'],
  [
    `${ANDROID} ${WEBKIT} SamsungBrowser/27.0 Chrome/125.0 Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [`${LINUX} ${CHROME} Vivaldi/7.0`, 'Vivaldi on Linux'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox on Linux'],
  [`${IPHONE} AppleWebKit/605.1.15 FxiOS/133.0 Mobile/15E148 Safari/605.1.15`, 'Firefox on iOS'],
  [
    `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`,
    'Safari on macOS',
  ],
  [`${IPAD} AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1`, 'Safari on iPadOS'],
  ['Mozilla/5.0 (iPod; CPU iPhone OS 9_3) Version/9.0 Mobile/13E233 Safari/601.1', 'Safari on iOS'],
  ['Mozilla/5.0 (Linux) Version/4.0 NotSafari/1.0', 'Linux'],
  ['Version/18.1 Safari/605.1.15', 'Safari'],
  ['Version/x Safari/605.1.15', null],
  ['Firefox/133.0', 'Firefox'],
  ['MyFirefox/1.0', null],
  ['curl/8.5.0', null],
  ['iPadding Androids Windowsill iPhones Linuxes', null],
  ['', null],
  [null, null],
  [undefined, null],
])('the user agent %j has the label %j', (userAgent, label) => {
  expect(readLabel(userAgent)).toBe(label)
})

it('only the first 1,024 characters of a user agent are read for its label', () => {
  expect(readLabel(`${'x'.repeat(1_016)} Firefox/1`)).toBeNull()
  expect(readLabel(`${'x'.repeat(1_015)} Firefox/1`)).toBe('Firefox')
})
