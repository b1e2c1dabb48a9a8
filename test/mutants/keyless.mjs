const suite = 'test/flows/keyless.test.ts'
const file = 'packages/core/src/lib/development/keyless-place.ts'
const test = 'never leads to an emulator'

/** @type {import('./row.d.ts').Rows} */
export const mutants = [
  {
    rule: 'OAU-16',
    bug: 'A process of production goes to emulators where the variables of the application say development.',
    file,
    find: "if (env['NODE_ENV'] !== 'development' || isProduction()) return undefined",
    replace: "if (env['NODE_ENV'] !== 'development') return undefined",
    suite,
    test,
  },
  {
    rule: 'OAU-16',
    bug: 'A public application goes to emulators.',
    file,
    find: 'if (origin === undefined || loopbackOrigin(origin) === undefined) {',
    replace: 'if (origin === undefined) {',
    suite,
    test,
  },
  {
    rule: 'OAU-16',
    bug: 'A request that a proxy forwards for another machine goes to emulators.',
    file,
    find: 'if (stranger !== undefined) {',
    replace: 'if (stranger === "") {',
    suite,
    test,
  },
  {
    rule: 'OAU-16',
    bug: 'A request for a public address goes to emulators where it has no header host.',
    file,
    find: "headers.get('host') === null && url !== undefined && !isLoopback(new URL(url).host)",
    replace: 'false',
    suite,
    test,
  },
]
