import { expect, it } from 'vitest'
import { authTimeProblem, expiryProblem, idTokenTimeProblem } from './times.ts'

const NOW = 1_800_000_000
const LAST = 8_640_000_000_000

const DEFAULT = { now: NOW, tolerance: undefined }
const EXACT = { now: NOW, tolerance: 0 }

const CLOCKS =
  ': the clocks of this server and of the provider differ, so set both by a time service such as NTP'

it.each<[Readonly<Record<string, unknown>>, typeof DEFAULT | typeof EXACT, string | undefined]>([
  [{}, DEFAULT, undefined],
  [{ exp: NOW - 29 }, DEFAULT, undefined],
  [{ exp: NOW - 30 }, DEFAULT, `expired 30 seconds ago${CLOCKS}`],
  [{ exp: NOW + 1 }, EXACT, undefined],
  [{ exp: NOW }, EXACT, `expired 0 seconds ago${CLOCKS}`],
  [{ nbf: NOW + 60 }, DEFAULT, undefined],
  [{ nbf: NOW + 61 }, DEFAULT, `is valid only in 61 seconds${CLOCKS}`],
  [{ nbf: NOW }, EXACT, undefined],
  [{ nbf: NOW + 1 }, EXACT, `is valid only in 1 seconds${CLOCKS}`],
  [{ exp: LAST, nbf: -LAST }, DEFAULT, undefined],
  [{ exp: LAST + 1 }, DEFAULT, 'has an `exp` that is not a time'],
  [{ nbf: -LAST - 1 }, DEFAULT, 'has an `nbf` that is not a time'],
  [{ exp: String(NOW + 1) }, DEFAULT, 'has an `exp` that is not a time'],
  [{ nbf: null }, DEFAULT, 'has an `nbf` that is not a time'],
  [{ exp: Number.NaN }, DEFAULT, 'has an `exp` that is not a time'],
])(
  'exp and nbf %j are checked to the second, with the difference in the log (OID-17)',
  (...row) => {
    const [claims, times, problem] = row
    expect(expiryProblem(claims, times)).toBe(problem)
  },
)

it.each<[Readonly<Record<string, unknown>>, typeof DEFAULT | typeof EXACT, string | undefined]>([
  [{ exp: NOW + 60, iat: NOW }, DEFAULT, undefined],
  [{ iat: NOW }, DEFAULT, 'has no `exp`'],
  [{ exp: NOW + 60 }, DEFAULT, 'has no usable `iat`'],
  [{ exp: NOW + 60, iat: String(NOW) }, DEFAULT, 'has no usable `iat`'],
  [{ exp: NOW + 120, iat: NOW + 60 }, DEFAULT, undefined],
  [{ exp: NOW + 120, iat: NOW + 61 }, DEFAULT, `was issued 61 seconds in the future${CLOCKS}`],
  [{ exp: NOW + 60, iat: NOW + 1 }, EXACT, `was issued 1 seconds in the future${CLOCKS}`],
  [{ exp: NOW + 60, iat: NOW }, EXACT, undefined],
  [{ exp: NOW + 60, iat: NOW - 1800 }, DEFAULT, undefined],
  [{ exp: NOW + 60, iat: NOW - 1801 }, DEFAULT, `was issued 1801 seconds ago${CLOCKS}`],
  [{ exp: NOW - 30, iat: NOW - 40 }, DEFAULT, `expired 30 seconds ago${CLOCKS}`],
])('An ID token with %j is valid now, or the log gives the reason (OID-10)', (...row) => {
  const [claims, times, problem] = row
  expect(idTokenTimeProblem(claims, times)).toBe(problem)
})

it.each<[unknown, number, number | undefined, string | undefined]>([
  [NOW, NOW, undefined, undefined],
  [NOW + 60, NOW, undefined, undefined],
  [NOW + 61, NOW, undefined, `has an \`auth_time\` in the future${CLOCKS}`],
  [NOW, NOW, 0, undefined],
  [NOW + 1, NOW, 0, `has an \`auth_time\` in the future${CLOCKS}`],
  [NOW - 60, NOW, undefined, undefined],
  [NOW - 61, NOW, undefined, 'names an authentication that is longer ago than `max_age` allows'],
  [NOW - 1, NOW, 0, 'names an authentication that is longer ago than `max_age` allows'],
  [0, -Infinity, undefined, undefined],
  [undefined, 0, undefined, 'does not say in `auth_time` when the person authenticated'],
  [String(NOW), 0, undefined, 'does not say in `auth_time` when the person authenticated'],
])('auth_time %j is not before %j, by a tolerance of %j (OID-14)', (...row) => {
  const [authTime, earliest, tolerance, problem] = row
  expect(authTimeProblem(authTime, earliest, { now: NOW, tolerance })).toBe(problem)
})
