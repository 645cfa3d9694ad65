import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { api } from '../api';
import { Dialog } from '../components/dialog';
import { signInWanted } from '../session';
import { pageTitle } from '../title';
import { errorText } from '../error-text';

export function SignInPage() {
  useEffect(() => {
    pageTitle.value = 'Sign in';
  }, []);
  return (
    <main id="main" class="sign-in">
      <span class="brand-mark" aria-hidden="true" />
      <h1>Sign in to locrelease</h1>
      <SignInForm />
      <details class="muted">
        <summary>Where do I get a token?</summary>
        <p>
          Ask whoever runs locrelease for you. They make one with{' '}
          <code>locrelease operators token your-name</code>, which says where it has to be entered.
        </p>
        <p>
          <code>locrelease dev</code> and <code>locrelease demo</code> print a link that signs you in.
        </p>
      </details>
    </main>
  );
}

/** The session has ended in the middle of something: the page behind stays as it is. */
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
  const busy = useSignal(false);
  const fieldId = useId();
  const submit = async (): Promise<void> => {
    busy.value = true;
    try {
      await api.signIn(token.value.trim());
    } catch (error) {
      signInWanted.value = { message: errorText(error) };
      busy.value = false;
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <label for={fieldId}>Your token</label>
      <input
        id={fieldId}
        type="password"
        autoComplete="current-password"
        autoFocus
        required
        maxLength={200}
        value={token}
        onInput={(event) => (token.value = event.currentTarget.value)}
      />
      <p class="hint" role="status">
        {signInWanted.value?.message}
      </p>
      <button type="submit" class="primary" disabled={busy.value || token.value.trim() === ''}>
        Sign in
      </button>
    </form>
  );
}
