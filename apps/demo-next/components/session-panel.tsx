'use client'

import { getSession, signIn, signOut, useSession } from '@latchstring/next/react'
import { useRouter } from 'next/navigation'
import {
  type FormEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { PasswordFields } from './password-form.tsx'
import { SessionJson } from './session-view.tsx'

type Work = () => Promise<unknown>

interface ActionProps {
  readonly run: (work: Work) => Promise<void>
  readonly busy: boolean
}

function PlainButton(props: ActionProps & { work: Work; children: ReactNode }): ReactElement {
  return (
    <button
      className="button"
      type="button"
      disabled={props.busy}
      onClick={() => void props.run(props.work)}
    >
      {props.children}
    </button>
  )
}

function MottoForm({ run, busy }: ActionProps): ReactElement {
  const { data, update } = useSession()
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const motto = new FormData(event.currentTarget).get('motto')
    void run(() => update({ motto }))
  }
  return (
    <form className="fields" onSubmit={submit}>
      <label htmlFor="motto">Your motto, a field of this application</label>
      <div className="inline">
        <input id="motto" name="motto" maxLength={80} defaultValue={data?.user.motto ?? ''} />
        <button className="button main" type="submit" disabled={busy}>
          Update
        </button>
      </div>
    </form>
  )
}

function SignedIn(props: ActionProps): ReactElement {
  return (
    <>
      <MottoForm {...props} />
      <div className="actions">
        <PlainButton {...props} work={() => getSession()}>
          Fetch again
        </PlainButton>
        <PlainButton {...props} work={() => signOut({ redirect: false })}>
          Sign out on this page
        </PlainButton>
        <PlainButton {...props} work={() => signOut({ redirectTo: '/' })}>
          Sign out and leave
        </PlainButton>
      </div>
    </>
  )
}

function PasswordForm({ run, busy }: ActionProps): ReactElement {
  const [wrong, setWrong] = useState(false)
  async function attempt(form: FormData): Promise<void> {
    const fields = { username: form.get('username'), password: form.get('password') }
    const { ok } = await signIn('password', { redirect: false, ...fields })
    setWrong(!ok)
  }
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    void run(() => attempt(form))
  }
  return (
    <form className="fields" onSubmit={submit}>
      <PasswordFields problem={wrong ? 'problem' : undefined} />
      {wrong && (
        <p className="problem" id="problem" role="alert">
          This user name and password do not belong together.
        </p>
      )}
      <button className="button main" type="submit" disabled={busy}>
        Sign in on this page
      </button>
    </form>
  )
}

function SignedOut(props: ActionProps): ReactElement {
  const demoUser = { username: 'margaret', password: 'apollo-11-guidance' }
  return (
    <>
      <PasswordForm {...props} />
      <div className="actions">
        <PlainButton {...props} work={() => signIn('password', { redirect: false, ...demoUser })}>
          Sign in as Margaret
        </PlainButton>
        <PlainButton {...props} work={() => signIn('oidc')}>
          Continue with Harbour ID
        </PlainButton>
        <PlainButton {...props} work={() => signIn()}>
          Open the sign-in page
        </PlainButton>
        <PlainButton {...props} work={() => getSession()}>
          Fetch again
        </PlainButton>
      </div>
    </>
  )
}

/** The live session, with all functions of the client. */
export function SessionPanel(): ReactElement {
  const { data, status } = useSession()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const router = useRouter()

  // The server renders the header, so it is refreshed when the session has changed here or in another tab.
  const signedInAs = data?.user.id
  const rendered = useRef(signedInAs)
  useEffect(() => {
    if (rendered.current === signedInAs) return
    rendered.current = signedInAs
    router.refresh()
  }, [router, signedInAs])

  async function run(work: Work): Promise<void> {
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }

  const actions = { run, busy }
  return (
    <div className="columns">
      <section className="card" aria-labelledby="live">
        <div className="card-head">
          <h2 id="live">What the browser sees</h2>
          <span
            className={status === 'authenticated' ? 'pill good' : 'pill'}
            role="status"
            data-testid="status"
          >
            {status}
          </span>
        </div>
        <SessionJson session={data} />
      </section>
      <section className="card" aria-labelledby="do">
        <h2 id="do">{data ? 'Change it' : 'Sign in'}</h2>
        {problem !== null && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        {data ? <SignedIn {...actions} /> : <SignedOut {...actions} />}
      </section>
    </div>
  )
}
