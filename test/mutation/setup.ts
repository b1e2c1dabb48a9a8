/** Coverage is reported file by file; in a process that runs several, each would report that of all before it as well. */
const { __stryker__ } = globalThis as {
  __stryker__?: { mutantCoverage?: { static: object; perTest: object } }
}

if (__stryker__?.mutantCoverage) {
  __stryker__.mutantCoverage.static = {}
  __stryker__.mutantCoverage.perTest = {}
}

export {}
