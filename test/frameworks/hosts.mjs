/** @type {readonly import('./types.d.ts').Host[]} */
export const hosts = [
  {
    id: 'node',
    package: 'node',
    title: 'node:http',
    start: ['server.mjs'],
    features: ['parsers', 'database', 'development', 'function', 'stream'],
    variances: [],
  },
]
