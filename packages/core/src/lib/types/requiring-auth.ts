import type { RequiredSession, RequireOptions } from './facts.ts'
import type { AmbientPrincipal, PrincipalOf } from './principal.ts'

/**
 * Reads the session. Its member `require` also asks how the session began, for what only a recent or a strong sign-in may do.
 *
 * @typeParam Given - what the framework passes with a request
 */
export interface RequiringAuth<Given extends readonly unknown[], S> {
  /** The session of the request, read once; `null` when no one is signed in. */
  (...given: Given): Promise<S | null>
  /**
   * The session and how it began. A request without a session, or with a sign-in that is too old or too weak, ends here: a page is
   * redirected to the sign-in page and comes back, a script gets 401 with the challenge of RFC 9470.
   *
   * @param given - what `auth` takes, then what is asked: `aal`, and `maxAge` in seconds
   * @throws what the framework turns into that response, else SessionRequired or StepUpRequired with {@link Refusal}
   */
  readonly require: (...given: [...Given, options?: RequireOptions]) => Promise<RequiredSession<S>>
  /** For whom the request acts, by a session or by a credential of a feature; see {@link PrincipalOf}. */
  readonly principal: PrincipalOf<Given, S>
}

/** The same for frameworks whose functions find their request: it can be passed, and need not be. */
export interface AmbientAuth<Event, S> {
  /** The session of the request, read once; `null` when no one is signed in. */
  (event?: Event): Promise<S | null>
  /**
   * The session and how it began; see {@link RequiringAuth}.
   *
   * @param options - what is asked: `aal`, and `maxAge` in seconds
   * @throws what the framework turns into the response
   */
  readonly require: (options?: RequireOptions, event?: Event) => Promise<RequiredSession<S>>
  /** For whom the request acts, by a session or by a credential of a feature; see {@link PrincipalOf}. */
  readonly principal: AmbientPrincipal<Event, S>
}
