/** The first versions of each major in which no published advisory opens pages that a guard of this project protects, or forges hosts. */
const FIXED: Readonly<Record<string, string>> = {
  next: '15.5.18, 16.2.6',
  astro: '5.15.8, 6.4.8, 7.0.0',
  nuxt: '4.4.6',
  hono: '4.12.21',
  '@nestjs/platform-fastify': '11.1.14, 12.0.0',
  'react-router': '7.12.0, 8.0.0',
}

const parseVersion = (version: string): readonly number[] =>
  version.split(/[.-]/, 3).map((part) => Number.parseInt(part, 10) || 0)

/** Whether a version is one of the fixed ones, which are in ascending order, or later than that of its major, or of a later major. */
function isFixed(version: string, fixed: string): boolean {
  const [major = 0, minor = 0, patch = 0] = parseVersion(version)
  return fixed.split(', ').some((one, index, { length }) => {
    const [first = 0, second = 0, third = 0] = parseVersion(one)
    if (major !== first) return major > first && index === length - 1
    return minor > second || (minor === second && patch >= third)
  })
}

/** The packages whose versions are looked at. */
export const ADVISED: readonly string[] = Object.keys(FIXED)

/**
 * The first versions without the advisory that an installed version has, in which a request of a certain form passes a guard, or a
 * host is read from it that it does not name; nothing where it has none.
 *
 * @param fixes - the first versions of each major, of other packages
 */
export function fixesFor(
  name: string,
  version: unknown,
  fixes: Readonly<Record<string, string>> = FIXED,
): string {
  const fixed = fixes[name] ?? ''
  return typeof version !== 'string' || isFixed(version, fixed) ? '' : fixed
}
