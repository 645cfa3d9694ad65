import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { api } from '../api';
import { Dialog } from '../components/dialog';
import { OtherLanguages } from '../components/other-languages';
import { words } from '../messages/words';
import { signInWanted } from '../session';
import { pageTitle } from '../title';
import { errorText } from '../error-text';

export function SignInPage() {
  useEffect(() => {
    pageTitle.value = words.signIn.pageTitle;
  }, []);
  return (
    <main id="main" class="sign-in">
      <div class="panel">
        <span class="brand-mark" aria-hidden="true" />
        <h1>{words.signIn.title}</h1>
        <p class="muted">{words.signIn.lead}</p>
        <SignInForm />
      </div>
      <section class="first-time" aria-labelledby="first-time">
        <h2 id="first-time">{words.signIn.firstTime}</h2>
        <ol class="first-steps">
          <li>{words.signIn.askForToken(<code>locrelease auth token your-name</code>)}</li>
          <li>{words.signIn.addLines}</li>
          <li>{words.signIn.enterToken}</li>
        </ol>
        <p class="muted">{words.signIn.tryIt(<code>locrelease dev</code>)}</p>
      </section>
      <div class="languages-of-page">
        <OtherLanguages />
      </div>
    </main>
  );
}

/** The session has ended in the middle of something: the page behind stays as it is. */
export function SignInDialog() {
  return (
    <Dialog title={words.signIn.again} onLeave={null}>
      <p>{words.signIn.sessionEnded}</p>
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
      <label for={fieldId}>{words.signIn.token}</label>
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
      <p class="hint" role="status" dir="auto">
        {signInWanted.value?.message}
      </p>
      <button type="submit" class="primary" disabled={busy.value || token.value.trim() === ''}>
        {words.signIn.signIn}
      </button>
    </form>
  );
}
