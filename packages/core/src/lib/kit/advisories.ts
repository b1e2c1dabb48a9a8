/** What has been published about a framework. */
export interface Advisory {
  /** The first versions of each major without it. */
  readonly fixed: readonly string[]
  /** Where it was published. */
  readonly advisory: string
}

/** The first versions of each major in which no published advisory opens pages that a guard protects, or forges hosts. */
const GUARDED: Readonly<Record<string, Advisory>> = {
  next: {
    fixed: ['15.5.18', '16.2.6'],
    advisory: 'GHSA-f82v-jwr5-mffw, GHSA-267c-6grr-h53f, GHSA-26hh-7cqf-hhc6, GHSA-492v-c6pp-mqqv',
  },
  astro: {
    fixed: ['5.15.8', '6.4.8', '7.0.0'],
    advisory: 'GHSA-ggxq-hp9w-j794, GHSA-vj59-8hwv-xxmv',
  },
  nuxt: { fixed: ['4.4.6'], advisory: 'GHSA-hg3f-28rg-4jxj' },
  hono: { fixed: ['4.12.21'], advisory: 'CVE-2026-29045, CVE-2026-47676' },
  '@nestjs/platform-fastify': {
    fixed: ['11.1.14', '12.0.0'],
    advisory: 'CVE-2025-69211, GHSA-r4wm-x892-vjmx',
  },
  'react-router': { fixed: ['7.12.0', '8.0.0'], advisory: 'GHSA-h5cw-625j-3rxh' },
  '@fastify/middie': { fixed: ['9.2.0'], advisory: 'CVE-2026-22031, GHSA-8p85-9qpw-fwgw' },
  '@fastify/express': { fixed: ['4.0.5'], advisory: 'CVE-2026-33808' },
  koa: { fixed: ['2.16.4', '3.1.2'], advisory: 'GHSA-7gcc-r8m5-44qm' },
  '@hono/node-server': {
    fixed: ['1.19.13', '2.0.0'],
    advisory: 'GHSA-wc8c-qw6v-h7f6, GHSA-92pp-h63x-v22m',
  },
}

const parseVersion = (version: string): readonly number[] =>
  version.split(/[.-]/, 3).map((part) => Number.parseInt(part, 10) || 0)

/** Whether a version is one of the fixed ones, or later than that of its major. */
function isFixed(version: string, fixed: readonly string[]): boolean {
  const [major = 0, minor = 0, patch = 0] = parseVersion(version)
  const firsts = fixed.map(parseVersion)
  if (major > Math.max(...firsts.map(([first = 0]) => first))) return true
  return firsts.some(
    ([first, second = 0, third = 0]) =>
      first === major && (minor > second || (minor === second && patch >= third)),
  )
}

/** The packages whose versions are looked at. */
export const ADVISED: readonly string[] = Object.keys(GUARDED)

/** What has been published about an installed version, in which a request of a certain form passes a guard, or a host is read from it that it does not name. */
export function findAdvisory(name: string, version: string): Advisory | undefined {
  const row = GUARDED[name]
  return row && !isFixed(version, row.fixed) ? row : undefined
}
