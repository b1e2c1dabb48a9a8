'use client'

import { AuthClientError, createAuthClient } from '@latchstring/client'
import * as React from 'react'
import { locate } from '../actions.ts'
import { BasePathContext, requireContext } from '../context.ts'
import { fetchAccount, postDecision, type Account } from './request.ts'

/** Options of {@link useAccount}. */
export interface UseAccountOptions {
  /** Where the handlers are mounted. Default: that of the nearest provider, else `/api/auth`. */
  readonly basePath?: string | undefined
}

/** What has just been done. */
export type AccountNotice = 'removed' | 'renamed' | 'ended'

interface State {
  readonly status: 'loading' | 'ready' | 'unauthenticated' | 'failed'
  /** The account as last read; `null` until then, and when no one is signed in. */
  readonly account: Account | null
  /** What has just been done. */
  readonly notice: AccountNotice | null
  /** Why the last call failed. */
  readonly problem: AuthClientError | null
  /** Whether a decision is on its way. */
  readonly busy: boolean
}

/** The account of the person, and what they can do with it. The functions never reject: `problem` says what failed. */
export interface AccountValue extends State {
  /** Where the handlers are mounted. */
  readonly basePath: string
  /** Reads the account again. */
  readonly refresh: () => Promise<boolean>
  /** Removes an account or a passkey by the `id` of the list; the server keeps the last way in. */
  readonly remove: (id: string) => Promise<boolean>
  /** Gives a passkey a name by the `id` of the list; an empty text takes it away. */
  readonly rename: (id: string, label: string) => Promise<boolean>
  /** Signs a device out by the `id` of the list. */
  readonly endDevice: (id: string) => Promise<boolean>
  /** Signs out on all other devices, or with `all` on this one, too. */
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
  notice: null,
  problem: null,
  busy: false,
}

const asError = (error: unknown): AuthClientError =>
  error instanceof AuthClientError
    ? error
    : new AuthClientError(String(error), 'UnexpectedAnswer', 0, error)

/**
 * A failed call leaves what is shown, unless it says that no one is signed in.
 *
 * @param done - what had been done before the account could not be read again
 */
function fail(state: State, error: unknown, done: AccountNotice | null): State {
  const problem = asError(error)
  if (problem.status === 401) return { ...START, status: 'unauthenticated', problem }
  // The list still has what was removed.
  if (done) return { ...START, status: 'failed', problem, notice: done }
  const status = state.account ? state.status : 'failed'
  return { ...state, status, problem, notice: null, busy: false }
}

/** Sends a decision with a token; the session of the page follows when it ends this very session. */
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
  /** Makes a decision, if there is one, and reads the account. */
  readonly run: (decision?: Decision) => Promise<boolean>
}

/** The account of the server at that path, which is read at once. */
function useCalls(basePath: string): Calls {
  const [state, setState] = React.useState(START)
  // Only the latest call decides what is shown.
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
        update(() => ({ status: 'ready', account, notice, problem: null, busy: false }))
        return true
      } catch (error) {
        update((before) => fail(before, error, notice))
        if (notice) return true
        // Whoever signs out everywhere is not signed in afterwards, as asked.
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
 * How the person signs in and where they are signed in, for an account page of your own. Needs `account: { page: true }` on the
 * server, and for devices `session: { devices: true }`.
 *
 * @param options - where to ask
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
  // Two slashes at the start would name another server.
  const basePath = React.useMemo(() => createAuthClient({ basePath: given }).basePath, [given])
  const { state, run } = useCalls(basePath)
  // A second press before the button has been drawn anew sends nothing.
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
      // A decision that is on its way reads the account by itself, and knows of more.
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
