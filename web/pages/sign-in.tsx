import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { api } from '../api';
import { Dialog } from '../components/dialog';
import { useSubmit, written } from '../components/form';
import { pageTitle } from '../components/page';
import { signInWanted } from '../session';

export function SignInPage() {
  useEffect(() => {
    pageTitle.value = 'Sign in';
  }, []);
  return (
    <main id="main" class="sign-in stack">
      <div class="panel stack">
        <span class="brand-mark" aria-hidden="true" />
        <h1>Sign in to locrelease</h1>
        <p class="muted">Review terms, decide on parked releases, and see what each release does.</p>
        <SignInForm />
      </div>
      <section class="first-time stack" aria-labelledby="first-time">
        <h2 id="first-time">Here for the first time?</h2>
        <ol class="first-steps">
          <li>
            Ask the person who runs locrelease for a token. They create it with{' '}
            <code>locrelease auth token your-name</code>.
          </li>
          <li>They add the lines that it prints to the configuration, and restart the gateway.</li>
          <li>Enter the token here. This browser stays signed in for twelve hours.</li>
        </ol>
        <p class="muted">
          To try it on your machine: <code>locrelease dev</code> prints a link that signs you in.
        </p>
      </section>
    </main>
  );
}

/** Appears when the session ends while the page is in use: the page behind it stays as it is. */
export function SignInDialog() {
  return (
    <Dialog title="Sign in again" onLeave={null}>
      <p>Your session has ended. Nothing is lost: your changes are kept here and saved after you sign in.</p>
      <SignInForm />
    </Dialog>
  );
}

function SignInForm() {
  const token = useSignal('');
  const fieldId = useId();
  const { busy, trouble, submit } = useSubmit(() => api.signIn(token.value.trim()));
  return (
    <form class="stack" onSubmit={submit}>
      <label for={fieldId}>Your token</label>
      <input
        id={fieldId}
        type="password"
        autoComplete="current-password"
        autoFocus
        required
        maxLength={200}
        {...written(token)}
      />
      <p class="hint" role="status" dir="auto">
        {trouble.value ?? signInWanted.value?.message}
      </p>
      <button type="submit" class="primary" disabled={busy.value || token.value.trim() === ''}>
        Sign in
      </button>
    </form>
  );
}
