import { hasMajorVersion } from './framework.ts'
import { mainFiles } from './framework-files.ts'
import { fileEnding } from './setup.ts'
import { type Place, type Starter, escapeText, greeting } from './starter-parts.ts'

/** The program of a server, around a handler of `/` that has the session and answers with a text. */
interface Server {
  readonly imports: string
  /** Up to the handler, which reads the session into `session`. */
  readonly open: string
  /** What answers with `text`, and ends the handler. */
  readonly close: string
  /** Listens at `PORT`. */
  readonly listen: string
  readonly packages?: readonly string[]
}

const SERVERS: Readonly<Record<string, Server>> = {
  express: {
    imports: "import express from 'express'",
    open: `const app = express()

app.use(latchstring)

app.get('/', async (_request, response) => {
  const session = await response.locals.auth()`,
    close: '  response.send(text)\n})',
    listen: 'app.listen(Number(PORT))',
  },
  koa: {
    imports: "import Koa from 'koa'",
    open: `const app = new Koa()

app.use(latchstring)

app.use(async (context) => {
  if (context.path !== '/') return
  const session = await context.state.auth()`,
    close: '  context.body = text\n})',
    listen: 'app.listen(Number(PORT))',
  },
  fastify: {
    imports: "import Fastify from 'fastify'",
    open: `const app = Fastify()

await app.register(latchstring)

app.get('/', async (request, reply) => {
  const session = await request.auth()`,
    close: "  return reply.type('text/html').send(text)\n})",
    listen: 'await app.listen({ port: Number(PORT) })',
  },
  hono: {
    imports: "import { serve } from '@hono/node-server'\nimport { Hono } from 'hono'",
    open: `const app = new Hono().use(latchstring).get('/', async (c) => {
  const session = await c.var.auth()`,
    close: '  return c.html(text)\n})',
    listen: 'serve({ fetch: app.fetch, port: Number(PORT) })',
    packages: ['@hono/node-server'],
  },
  h3: {
    imports: "import { H3, serve } from 'h3'",
    open: `const app = new H3().use(latchstring).get('/', async (event) => {
  const session = await latchstring.auth(event)`,
    close: "  event.res.headers.set('content-type', 'text/html; charset=utf-8')\n  return text\n})",
    listen: 'serve(app, { port: Number(PORT) })',
  },
}

/** The program of a server of Node.js, in an application that has none yet. */
export function serverStarter(place: Place): readonly Starter[] {
  const { layout, origin } = place
  const { source, framework, project } = layout
  const server = SERVERS[framework.id]
  // Version 1 is another interface.
  if (server === undefined || (framework.id === 'h3' && hasMajorVersion(project, framework, 1))) {
    return []
  }
  const end = fileEnding(layout)
  const { imports, open, close, listen, packages = [] } = server
  const text = `${imports}
import { latchstring } from './auth.${end}'

${escapeText(end)}
${open}
${greeting(place, '/', '  ')}${close}

const { PORT = '${new URL(origin).port || '80'}' } = process.env

${listen}
console.log(\`Listening at http://localhost:\${PORT}\`)
`
  // Node.js 20 runs no TypeScript by itself, and which program does is for the application to say.
  const tsx = project.dependencies.has('tsx')
  const loader = project.typescript && tsx ? ' --import tsx' : ''
  const run = `node${loader} --env-file=.env ${source}app.${end}`
  const scripts = { dev: run.replace('node', 'node --watch'), start: run }
  return [
    {
      files: [{ path: `${source}app.${end}`, text }],
      unless: [...mainFiles(source), ...mainFiles('')],
      packages,
      ...(project.typescript && !tsx ? {} : { scripts }),
      path: '/',
    },
  ]
}
