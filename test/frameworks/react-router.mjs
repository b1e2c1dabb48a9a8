import { builtBelow, NODE_24, RENDERED } from './runtimes.mjs'

/** @typedef {import('./types.d.ts').Host} Host */

/** @type {Omit<Host, 'id' | 'title' | 'build' | 'start'>} */
const REACT_ROUTER = {
  package: 'react-router',
  packages: ['react'],
  sources: 'react-router',
  env: () => ({ HOST: '127.0.0.1' }),
  features: [...RENDERED, 'client', 'types'],
  output: { client: 'build/client', server: 'build/server' },
  data: (path) => `${path}.data`,
  // The data of one route alone, and what a form of the page is answered with.
  direct: [
    { path: '/members.data?_routes=routes%2Fmembers' },
    { path: '/members.data', method: 'POST', headers: { 'content-length': '0' } },
  ],
  recent: [{ path: '/recent/page.data?_routes=routes%2Frecent-page' }],
  // Where the server finds the file that the build has written.
  staticPage: '/static/',
  variances: [
    {
      row: 'G7',
      reason:
        '@react-router/serve fails where the request line is a whole address, before any middleware.',
      failure: 'answered with 5xx: http://other.example/members http://other.example/rules/page.',
    },
  ],
}

/** @type {(extension: string) => Pick<Host, 'build' | 'start'>} */
const reactRouterCommands = (extension) => ({
  build: [
    [`node_modules/@react-router/dev/bin.${extension}`, 'typegen'],
    ['node_modules/typescript/bin/tsc'],
    [`node_modules/@react-router/dev/bin.${extension}`, 'build'],
  ],
  start: [`node_modules/@react-router/serve/bin.${extension}`, 'build/server/index.js'],
})

/** @type {readonly Host[]} React Router in its versions */
export const reactRouter = [
  builtBelow({
    ...REACT_ROUTER,
    ...reactRouterCommands('cjs'),
    id: 'react-router-8',
    runtime: NODE_24,
    title: 'React Router 8.4.0',
  }),
  {
    ...REACT_ROUTER,
    ...reactRouterCommands('js'),
    id: 'react-router-7',
    title: 'React Router 7.18.4',
  },
  {
    ...REACT_ROUTER,
    ...reactRouterCommands('js'),
    id: 'react-router-7-lowest',
    title: 'React Router 7.12.0',
  },
]
