'use client'

import { AuthClientError, createAuthClient, signalPasskeys } from '@latchstring/client'
import type { AccountTexts } from '@latchstring/core/types'
import * as React from 'react'
import { locate } from '../actions.ts'
import { BasePathContext, requireContext } from '../context.ts'
import { fetchAccount, postDecision, textsOf, type Account } from './request.ts'

/** Options of {@link useAccount}. */
export interface UseAccountOptions {
  /** Base path of the handlers. Default: that of the nearest provider, else `/api/auth`. */
  readonly basePath?: string | undefined
}

/** The last change. */
export type AccountNotice = 'removed' | 'renamed' | 'ended'

interface State {
  readonly status: 'loading' | 'ready' | 'unauthenticated' | 'failed'
  /** The account as last read; `null` before the first read, and when no one is signed in. */
  readonly account: Account | null
  /** Texts of the components, in the language of the browser; `null` before the first answer. */
  readonly texts: AccountTexts | null
  /** The last change. */
  readonly notice: AccountNotice | null
  /** The failure of the last call. */
  readonly problem: AuthClientError | null
  /** Whether a change is pending. */
  readonly busy: boolean
}

/** The account of the user, with functions that change it. The functions never reject: `problem` contains the failure. */
export interface AccountValue extends State {
  /** Base path of the handlers. */
  readonly basePath: string
  /** Reads the account again. */
  readonly refresh: () => Promise<boolean>
  /** Removes an account or a passkey by the `id` of the list. The server refuses to remove the last sign-in method. */
  readonly remove: (id: string) => Promise<boolean>
  /** Renames a passkey by the `id` of the list. An empty text removes the name. */
  readonly rename: (id: string, label: string) => Promise<boolean>
  /** Signs a device out by the `id` of the list. */
  readonly endDevice: (id: string) => Promise<boolean>
  /** Signs out on all other devices, or on all devices with `all`. */
  readonly signOutEverywhere: (which: 'others' | 'all') => Promise<boolean>
}

interface Decision {
  readonly action: 'account' | 'devices'
  readonly fields: Readonly<Record<string, string>>
  readonly notice: AccountNotice
}

const START: State = {
  status: 'loading',
  account: null,
  texts: null,
  notice: null,
  problem: null,
  busy: false,
}

const asError = (error: unknown): AuthClientError =>
  error instanceof AuthClientError
    ? error
    : new AuthClientError(String(error), 'UnexpectedAnswer', 0, error)

/**
 * Returns the state after a failed call: the account stays, unless no one is signed in.
 *
 * @param done - the change after which the account could not be read again
 */
function fail(state: State, error: unknown, done: AccountNotice | null): State {
  const problem = asError(error)
  const texts = textsOf(problem) ?? state.texts
  if (problem.status === 401) return { ...START, status: 'unauthenticated', texts, problem }
  // The list still contains the removed entry.
  if (done) return { ...START, status: 'failed', texts, problem, notice: done }
  const status = state.account ? state.status : 'failed'
  return { ...state, status, problem, notice: null, busy: false }
}

/** Sends a change with a CSRF token, and updates the session of the page if the change has ended it. */
async function decide(basePath: string, { action, fields }: Decision): Promise<void> {
  const { client, refresh } = locate(basePath)
  const csrfToken = await client.getCsrfToken()
  await postDecision(`${basePath}/${action}`, { ...fields, csrfToken })
  if (action !== 'devices') return
  await refresh(true).catch(() => undefined)
  client.notify()
}

interface Calls {
  readonly state: State
  /** Sends a change, if there is one, and reads the account. */
  readonly run: (decision?: Decision) => Promise<boolean>
}

/** Reads the account of the server at this base path, at once. */
function useCalls(basePath: string): Calls {
  const [state, setState] = React.useState(START)
  // Only the result of the latest call is shown.
  const latest = React.useRef(0)

  const run = React.useCallback(
    async (decision?: Decision): Promise<boolean> => {
      const turn = ++latest.current
      const update = (change: (before: State) => State): void => {
        if (turn === latest.current) setState(change)
      }
      update((before) => ({ ...before, busy: decision !== undefined }))
      let notice: AccountNotice | null = null
      try {
        if (decision) {
          await decide(basePath, decision)
          notice = decision.notice
        }
        const account = await fetchAccount(basePath)
        // An older list could have a passkey that was removed since.
        if (turn === latest.current) void signalPasskeys(account.passkeys ?? [])
        const { texts } = account
        update(() => ({ status: 'ready', account, texts, notice, problem: null, busy: false }))
        return true
      } catch (error) {
        update((before) => fail(before, error, notice))
        if (notice) return true
        // After signing out everywhere, a missing session is the expected result.
        return decision?.fields['end'] === 'all' && asError(error).status === 401
      }
    },
    [basePath],
  )

  React.useEffect(() => {
    void run()
    return () => {
      latest.current += 1
    }
  }, [run])

  return { state, run }
}

/**
 * Returns the sign-in methods and devices of the user, for an account page of your own. It requires `account: { page: true }` on the
 * server, and for devices `session: { devices: true }`.
 *
 * @param options - base path of the handlers
 * @returns the account, and functions that change it
 * @throws Error in a Server Component
 *
 * @example
 * ```ts
 * import { useAccount } from '@latchstring/react/account'
 *
 * export function usePasskeyCount(): number {
 *   const { account } = useAccount()
 *   return account?.ways.filter(({ type }) => type === 'passkey').length ?? 0
 * }
 * ```
 */
export function useAccount(options: UseAccountOptions = {}): AccountValue {
  requireContext('useAccount')
  const nearest = React.useContext(BasePathContext)
  const given = options.basePath ?? nearest
  // A path with two slashes at the start would be a URL of another host.
  const basePath = React.useMemo(() => createAuthClient({ basePath: given }).basePath, [given])
  const { state, run } = useCalls(basePath)
  // A second press before the button is rendered again sends no request.
  const deciding = React.useRef<Promise<boolean>>(undefined)

  const decideOnce = React.useCallback(
    async (decision: Decision): Promise<boolean> => {
      if (deciding.current) return false
      deciding.current = run(decision)
      try {
        return await deciding.current
      } finally {
        deciding.current = undefined
      }
    },
    [run],
  )

  return React.useMemo(
    () => ({
      ...state,
      basePath,
      // A pending change reads the account afterwards, so its result is newer.
      refresh: () => deciding.current ?? run(),
      remove: (id) => decideOnce({ action: 'account', fields: { remove: id }, notice: 'removed' }),
      rename: (id, label) =>
        decideOnce({ action: 'account', fields: { rename: id, label }, notice: 'renamed' }),
      endDevice: (id) => decideOnce({ action: 'devices', fields: { device: id }, notice: 'ended' }),
      signOutEverywhere: (which) =>
        decideOnce({ action: 'devices', fields: { end: which }, notice: 'ended' }),
    }),
    [state, basePath, run, decideOnce],
  )
}
