import type Provider from 'oidc-provider'
import type { InteractionResults } from 'oidc-provider'
import { type Exchange, readForm, sendPage, sendRedirect } from './exchange.ts'
import { consentPage, loginPage, messagePage } from './pages/pages.ts'
import type { Person, PersonRegistry } from './persons.ts'

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** What the pages work with. */
export interface InteractionContext {
  readonly provider: Provider
  readonly people: PersonRegistry
}

const DENIED: InteractionResults = {
  error: 'access_denied',
  error_description: 'The person denied the request.',
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

async function clientName(context: InteractionContext, interaction: Interaction): Promise<string> {
  const clientId = text(interaction.params['client_id']) ?? ''
  const client = await context.provider.Client.find(clientId)
  return client?.clientName ?? clientId
}

/** Signs another person in without the detour through a sign-out page. */
async function forgetOtherPerson(
  context: InteractionContext,
  interaction: Interaction,
  person: Person,
): Promise<void> {
  if (interaction.session === undefined || interaction.session.accountId === person.sub) return
  const session = await context.provider.Session.findByUid(interaction.session.uid)
  if (session === undefined) return
  session.accountId = undefined
  session.authorizations = undefined
  await session.persist()
}

async function grantAll(context: InteractionContext, interaction: Interaction): Promise<string> {
  const { provider } = context
  const known =
    interaction.grantId === undefined ? undefined : await provider.Grant.find(interaction.grantId)
  const grant =
    known ??
    new provider.Grant({
      accountId: interaction.session?.accountId,
      clientId: text(interaction.params['client_id']),
    })
  const { details } = interaction.prompt
  const scopes = strings(details['missingOIDCScope'])
  if (scopes.length > 0) grant.addOIDCScope(scopes.join(' '))
  const claims = strings(details['missingOIDCClaims'])
  if (claims.length > 0) grant.addOIDCClaims(claims)
  return grant.save()
}

async function showLogin(
  { response }: Exchange,
  context: InteractionContext,
  interaction: Interaction,
): Promise<void> {
  const loginHint = text(interaction.params['login_hint'])
  const page = loginPage({
    action: '',
    clientName: await clientName(context, interaction),
    people: context.people.offered,
    ...(loginHint === undefined ? {} : { loginHint }),
  })
  sendPage(response, page)
}

async function showConsent(
  exchange: Exchange,
  context: InteractionContext,
  interaction: Interaction,
): Promise<void> {
  const person = context.people.find(interaction.session?.accountId ?? '')
  if (person === undefined) return showLogin(exchange, context, interaction)
  const page = consentPage({
    action: '',
    clientName: await clientName(context, interaction),
    person,
    scopes: (text(interaction.params['scope']) ?? '').split(' ').filter(Boolean),
  })
  sendPage(exchange.response, page)
}

/**
 * Finds the person a login form names.
 *
 * @param form - what was posted
 * @param people - the accounts
 * @returns the person, or nothing when the form names none
 */
export function personOf(form: URLSearchParams, people: PersonRegistry): Person | undefined {
  const account = form.get('account')
  if (account !== null) return people.find(account)
  const login = form.get('login')?.trim() ?? ''
  return login === '' ? undefined : people.signIn(login)
}

async function submit(
  exchange: Exchange,
  context: InteractionContext,
  interaction: Interaction,
): Promise<void> {
  const { request, response } = exchange
  async function finish(result: InteractionResults, person?: Person): Promise<void> {
    const returnTo = await context.provider.interactionResult(request, response, result)
    // Only now: the provider refuses a result when the session has changed before it.
    if (person !== undefined) await forgetOtherPerson(context, interaction, person)
    sendRedirect(response, returnTo)
  }

  const form = await readForm(request)
  const decision = form.get('decision')
  if (decision === 'deny') return finish(DENIED)
  if (decision === 'switch') return showLogin(exchange, context, interaction)
  if (decision === 'allow') {
    return finish({ consent: { grantId: await grantAll(context, interaction) } })
  }
  const person = personOf(form, context.people)
  if (person === undefined) return showLogin(exchange, context, interaction)
  return finish({ login: { accountId: person.sub }, select_account: {} }, person)
}

/**
 * Answers the login and consent pages and what is posted from them.
 *
 * @param exchange - request and response
 * @param context - the provider and its accounts
 */
export async function handleInteraction(
  exchange: Exchange,
  context: InteractionContext,
): Promise<void> {
  const { request, response } = exchange
  const interaction = await context.provider
    .interactionDetails(request, response)
    .catch(() => undefined)
  if (interaction === undefined) {
    const page = messagePage(
      'This page has expired',
      'Go back to the app you left and start again.',
    )
    return sendPage(response, page, 400)
  }
  if (request.method === 'POST') return submit(exchange, context, interaction)
  if (interaction.prompt.name === 'consent') return showConsent(exchange, context, interaction)
  return showLogin(exchange, context, interaction)
}
