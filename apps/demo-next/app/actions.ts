'use server'

import { InvalidRequest, SessionRequired, StepUpRequired } from '@latchstring/core/errors'
import type { EndOptions, EndTarget } from '@latchstring/core/framework'
import { AuthError, CredentialsSignin } from '@latchstring/next'
import { redirect } from 'next/navigation'
import { sessions, signIn, signOut } from '../auth.ts'

/** What a form shows below its fields, and what was typed into the first one. */
export type FormProblem = { readonly message: string; readonly typed: string } | null

function problem(message: string, form: FormData, field: string): FormProblem {
  const typed = form.get(field)
  return { message, typed: typeof typed === 'string' ? typed : '' }
}

/** Redirects to the identity provider. By default the sign-in returns to the current page. */
export async function signInWith(provider: string, redirectTo?: string): Promise<void> {
  await signIn(provider, redirectTo === undefined ? {} : { redirectTo })
}

/** Sends the mail with link and code. */
export async function signInByMail(_: FormProblem, form: FormData): Promise<FormProblem> {
  try {
    return await signIn('nodemailer', form)
  } catch (error) {
    // A redirect of Next.js is thrown too: only errors of the library are for the form.
    if (!(error instanceof AuthError)) throw error
    return problem('We couldn’t send the email. Check the address and try again.', form, 'email')
  }
}

/** Signs in with user name and password. */
export async function signInWithPassword(_: FormProblem, form: FormData): Promise<FormProblem> {
  try {
    return await signIn('password', form)
  } catch (error) {
    if (!(error instanceof CredentialsSignin)) throw error
    return problem('This user name and password do not belong together.', form, 'username')
  }
}

/** Signs in as a demo user with one click. */
export async function signInAs(username: string, password: string): Promise<void> {
  await signIn('password', { username, password })
}

/** Ends the session. */
export async function signOutHere(): Promise<void> {
  await signOut({ redirectTo: '/' })
}

/** Seconds. An older sign-in, which may be that of a stolen cookie, ends no other session. */
const FRESH = 3600

async function endElsewhere(target: EndTarget & EndOptions): Promise<void> {
  try {
    await sessions.end({ ...target, requireFresh: FRESH })
  } catch (error) {
    if (error instanceof SessionRequired || error instanceof StepUpRequired) {
      redirect('/api/auth/signin?callbackUrl=/account&error=SessionRequired')
    }
    // The device was signed out meanwhile: the list shows it.
    if (!(error instanceof InvalidRequest)) throw error
  }
}

/** Ends the session of another device of the user; a device of another user is not found. */
export async function signOutDevice(device: string): Promise<void> {
  await endElsewhere({ device })
  redirect('/account?signed-out=one')
}

/** Ends all sessions of the user except that of this browser. */
export async function signOutOtherDevices(): Promise<void> {
  const current = await sessions.current()
  if (current?.userId !== undefined) await endElsewhere({ user: current.userId, except: 'current' })
  redirect('/account?signed-out=others')
}
