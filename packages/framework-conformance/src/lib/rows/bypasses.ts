import assert from 'node:assert/strict'
import { assertStatus, assertWho, describe, NAVIGATION, SCRIPT, signIn } from '../steps.ts'
import type { Row } from '../types.ts'
import { hasContent, withoutHandler } from './handlers.ts'
import { spellings } from './spellings.ts'

/** How frameworks call pages of their own and the data of pages. */
const OWN_SUFFIXES = ['/__nuxt_error', '/__nuxt_error?status=500', '/_server', '/__data.json']

/** By which frameworks, and what is in front of them, know requests of their own, and data and prefetches of their routers. */
const OWN_HEADERS: readonly Readonly<Record<string, string>>[] = [
  ...['middleware', 'src/middleware', 'proxy', 'src/proxy', 'pages/_middleware'].map((name) => ({
    'x-middleware-subrequest': Array<string>(5).fill(name).join(':'),
  })),
  { 'x-middleware-prefetch': '1', purpose: 'prefetch' },
  { 'x-middleware-rewrite': '/whoami', 'x-middleware-next': '1', 'x-middleware-invoke': '1' },
  { 'x-invoke-path': '/whoami', 'x-invoke-output': '/whoami', 'x-matched-path': '/whoami' },
  { 'x-nextjs-data': '1' },
  { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
  { 'x-prerender-revalidate': '1', 'x-nitro-prerender': '/members', 'x-nuxt-error': 'true' },
  { 'x-sveltekit-action': 'true', 'x-server-instance': 'server-fn:0', 'x-tsr-serverfn': 'true' },
  { 'x-original-url': '/whoami', 'x-rewrite-url': '/whoami', 'x-forwarded-uri': '/whoami' },
  { 'x-react-router-prerender-data': '1', 'x-astro-path': '/whoami', 'x-astro-locals': '{}' },
]

const METHODS = ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']

/** Other requests for a protected page than the one that its guard was written for. */
export const bypasses: readonly Row[] = [
  {
    id: 'G7',
    name: 'A protected page is refused in every spelling of its path',
    async run(server) {
      const jar = await signIn(server, 'ada')
      for (const path of ['/members', '/rules/page']) {
        assert.ok(hasContent(await server.ask(path, { jar, headers: NAVIGATION })), path)
      }
      const open = []
      const broken = []
      for (const path of [...spellings('/members'), ...spellings('/rules/page')]) {
        const response = await server.ask(path, { headers: NAVIGATION })
        if (response.status >= 500) broken.push(path)
        if (hasContent(response)) open.push(path)
      }
      assert.deepEqual(open, [], `open to strangers: ${open.join(' ')}`)
      assert.deepEqual(broken, [], `answered with 5xx: ${broken.join(' ')}.`)
    },
  },
  {
    id: 'G11',
    name: 'No header or path of a client makes a request one of the framework itself (INT-01)',
    async run(server) {
      const open: string[] = []
      const broken: string[] = []
      for (const page of ['/members', '/members/api', '/rules/page']) {
        for (const suffix of ['', ...OWN_SUFFIXES]) {
          for (const headers of suffix === '' ? OWN_HEADERS : [{}]) {
            const response = await server.ask(page + suffix, { headers })
            const asked = `${page}${suffix} ${JSON.stringify(headers)}`
            if (hasContent(response)) open.push(asked)
            if (response.status >= 500) broken.push(asked)
          }
        }
      }
      assert.deepEqual(open, [], `open to strangers: ${open.join(' ')}`)
      assert.deepEqual(broken, [], `answered with 5xx: ${broken.join(' ')}.`)
    },
  },
  {
    id: 'G12',
    name: 'Every method of a protected page without a session is refused, and none is a failure of the server',
    run: (server) =>
      withoutHandler(server, async () => {
        const wrong: string[] = []
        for (const path of ['/members', '/members/api', '/rules/page']) {
          for (const headers of [NAVIGATION, SCRIPT]) {
            const get = await server.ask(path, { headers })
            for (const method of METHODS) {
              const response = await server.ask(path, { method, headers })
              // Routers without a handler for HEAD do not find the page.
              const isOther = response.status !== get.status && response.status !== 404
              const isWrong = method === 'HEAD' && isOther
              if (isWrong || response.status >= 500 || hasContent(response)) {
                wrong.push(`${method} ${path} ${headers.accept} ${response.status}`)
              }
            }
          }
        }
        assert.deepEqual(wrong, [], `wrong: ${wrong.join(', ')}.`)
      }),
  },
  {
    id: 'G14',
    name: 'TRACE, for which there is no `Request`, is refused at a protected page, and is no failure of the server',
    needs: ['trace'],
    async run(server) {
      for (const path of ['/members', '/rules/page', '/auth/session']) {
        const response = await server.ask(path, { method: 'TRACE', headers: NAVIGATION })
        assertStatus(response, [400, 404, 405], path)
        assert.ok(!hasContent(response), describe(response))
      }
      assertWho(await server.ask('/whoami'), 'nobody')
    },
  },
  {
    id: 'G13',
    name: 'A protected page that is reached by a rewritten address is refused there as well (INT-02)',
    needs: ['rewrite'],
    async run(server) {
      const jar = await signIn(server, 'ada')
      for (const path of ['/rewritten/rules/page', '/rewritten/RULES/page']) {
        const response = await server.ask(path, { headers: NAVIGATION })
        assert.ok(!hasContent(response), describe(response))
      }
      const known = await server.ask('/rewritten/rules/page', { jar, headers: NAVIGATION })
      assert.ok(hasContent(known), describe(known))
    },
  },
]
