import { describeError } from '../describe-error.ts'
import { broken, type Finding } from '../doctor/finding.ts'
import { RESPONSE_TIMEOUT_MS } from './browser.ts'
import { explainFailure } from './explain-failure.ts'
import type { StepResult } from './flow.ts'
import { findPlace, type Trip } from './running-application.ts'

/** What is known of a failed step beside its message. */
interface Known {
  readonly finding?: Finding
  /** The finding where the application has logged no reason. */
  readonly fallback?: Finding
  /** The error page. */
  readonly page?: URL | undefined
}

/** A step did not lead to where it should. */
export class StepFailed extends Error {
  readonly known: Known

  constructor(message: string, known: Known = {}) {
    super(message)
    this.known = known
  }
}

/** The flow of a provider does not go on; why is reported. */
export class FlowEnded extends Error {}

const isTimeout = (thrown: unknown): boolean =>
  thrown instanceof Error && (thrown.name === 'TimeoutError' || thrown.name === 'AbortError')

const noAnswer = (where: string, trip: Trip): Finding =>
  broken({
    id: 'flow-stuck',
    what: `${where}: no response within ${RESPONSE_TIMEOUT_MS / 1000} seconds.`,
    why: 'Something that the application awaits never settles, such as a promise in a callback or a request without a time limit.',
    fix: 'Look at the callbacks of this step, and at what they await.',
    docs: 'docs/troubleshooting.md',
    ...findPlace(trip),
  })

const unexplained = (where: string, message: string, trip: Trip): Finding =>
  broken({
    id: 'flow-failed',
    what: `${where}: ${message}`,
    why:
      trip.log === undefined
        ? 'The flow does not go on. The log of the application may say why.'
        : 'The flow does not go on, and the application has logged no reason.',
    fix: 'Look at the option of that step; the page describes what each is for.',
    docs: 'docs/troubleshooting.md',
    ...findPlace(trip),
  })

async function explainThrown(
  thrown: unknown,
  where: string,
  since: number,
  trip: Trip,
): Promise<Finding> {
  if (isTimeout(thrown)) return noAnswer(where, trip)
  const known: Known = thrown instanceof StepFailed ? thrown.known : {}
  if (known.finding !== undefined) return known.finding
  const explained = await explainFailure(trip, { where, since, page: known.page })
  return explained ?? known.fallback ?? unexplained(where, describeError(thrown), trip)
}

/**
 * Does a step and reports how it ended.
 *
 * @throws FlowEnded where it failed
 */
export async function step<T>(trip: Trip, name: string, work: () => Promise<T>): Promise<T> {
  const { provider, report, log } = trip
  const where = `Signing in with "${provider}", step "${name}"`
  const since = log?.position() ?? 0
  const end = (result: StepResult, findings: readonly Finding[]): void => {
    report({ kind: 'end', provider, step: name, result })
    for (const finding of findings) report({ kind: 'finding', finding })
  }
  report({ kind: 'begin', provider, step: name })
  try {
    const value = await work()
    end('ok', [])
    return value
  } catch (thrown) {
    end('failed', [await explainThrown(thrown, where, since, trip)])
    throw new FlowEnded()
  }
}

/** Does a step after which the flow goes on in any case. */
export async function optionalStep(
  trip: Trip,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  await step(trip, name, work).catch((thrown: unknown) => {
    if (!(thrown instanceof FlowEnded)) throw thrown
  })
}
