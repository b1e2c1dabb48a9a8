import { type Arrival, connectLab, createLab, type LabServer } from '@latchstring/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstOfKind, inPart } from '@latchstring/test-kit/in-part'
import { type PageForm, readForms } from '@latchstring/test-kit/forms'
import { kindOf, type ProviderCase } from './src/case.ts'
import { loadCases } from './src/cases.ts'
import { storedUser } from './src/sign-in.ts'
import { INSIDE, visit, type Visit } from './src/visit.ts'

const cases = await loadCases()
const lab = createLab()
let server: LabServer

beforeAll(async () => {
  server = await lab.listen()
})
afterAll(() => server.close())

type Button = 'allow' | 'cancel'

async function onlyForm(response: Response): Promise<PageForm> {
  const text = await response.text()
  const [form, ...others] = readForms(text)
  if (response.status === 200 && form && others.length === 0) return form
  throw new Error(`HTTP ${response.status}, not a page with one form: ${text}`)
}

/** Opens the page of the service on the port, and presses a button there. */
async function decide(request: URL, person: string, decision: Button): Promise<Arrival> {
  const page = await fetch(request, { headers: { accept: 'text/html' } })
  const { action, fields } = await onlyForm(page)
  const body = new URLSearchParams({ ...fields, person, decision })
  const init = { method: 'POST', body, redirect: 'manual' } as const
  const answer = await fetch(new URL(action, server.origin), init)
  const location = answer.headers.get('location')
  if (location !== null) return { url: location, method: 'GET' }
  const posted = await onlyForm(answer)
  return { url: posted.action, method: 'POST', body: new URLSearchParams(posted.fields) }
}

async function open({ service, provider }: ProviderCase): Promise<Visit> {
  const made = provider({ ...(await connectLab(server.origin).options(service)) })
  return visit(made.id, made)
}

// What is wrong with a case itself is a failure of the other suite.
const subjects = cases.flatMap(({ id, subject }) => (subject ? [{ id, subject }] : []))

/** How the decision comes back is that of the protocol. */
const cancelled = inPart(
  subjects,
  firstOfKind(({ subject }) => kindOf(subject)),
)

const people = inPart(['documented', 'minimal'] as const, (person) => person === 'documented')

describe.each(subjects)('$id on a port', ({ subject }) => {
  test.each(people)('signs in the %s person', async (person) => {
    await lab.service(subject.service)
    const stage = await open(subject)
    const request = await stage.requestAuthorization()
    expect([stage.app.errors, request.origin]).toEqual([[], server.origin])
    const location = await stage.follow(await decide(request, person, 'allow'))
    expect([stage.app.errors, location.href]).toEqual([[], INSIDE])
    expect(storedUser(stage)).toEqual(subject.users[person])
  })
})

describe.each(cancelled)('$id on a port', ({ subject }) => {
  test('reports that the person cancels', async () => {
    await lab.service(subject.service)
    const stage = await open(subject)
    const request = await stage.requestAuthorization()
    const location = await stage.follow(await decide(request, 'documented', 'cancel'))
    expect(location.searchParams.get('error')).toMatch(/^\w+$/)
    expect([await stage.session(), stage.store.users.size]).toEqual([null, 0])
  })
})
