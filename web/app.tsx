import { LocationProvider, Route, Router } from 'preact-iso/router';
import { useEffect, useState } from 'preact/hooks';
import { homePath, schedulesPath } from '../src/domain/console-paths';
import { takeTokenFromAddress } from './address';
import { api } from './api';
import { Header } from './components/header';
import { Palette } from './components/palette';
import { FaultBoundary, usePage } from './components/page';
import { Loading } from './components/resource';
import { errorText } from './format';
import { listen } from './live-events';
import { AccountsPage } from './pages/accounts';
import { AmendPage } from './pages/amend-release';
import { CalendarPage } from './pages/calendar';
import { GlossaryOfReleasePage } from './pages/glossary-of-release';
import { HomePage } from './pages/home';
import { InsightsPage } from './pages/insights';
import { NewReleasePage } from './pages/new-release';
import { ProjectPage } from './pages/project';
import { ReleasePage } from './pages/release';
import { ReviewPage } from './pages/review';
import { SchedulesPage } from './pages/schedules';
import { SignInDialog, SignInPage } from './pages/sign-in';
import { StringsPage } from './pages/strings';
import { forgetEndedReviews } from './review/saving/saved-review';
import { resumeOutboxes } from './review/saving/outbox-of-release';
import { useSavedScroll } from './scroll';
import { session, signInWanted } from './session';
import { ToastList } from './toasts';

export function App() {
  const [begun, setBegun] = useState(false);
  useEffect(() => void begin().then(() => setBegun(true)), []);
  const who = session.value;
  useEffect(() => {
    if (who === null) return;
    resumeOutboxes();
    void forgetEndedReviews();
  }, [who]);
  if (!begun) return <Loading />;
  if (who === null) return <SignInPage />;
  return (
    <LocationProvider>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <Header />
      <FaultBoundary>
        <Pages />
      </FaultBoundary>
      <ToastList />
      <Palette />
      {signInWanted.value !== null && <SignInDialog />}
    </LocationProvider>
  );
}

function Pages() {
  useSavedScroll();
  return (
    <Router>
      <Route path="/" component={HomePage} />
      <Route path="/releases/:project/:name" component={ReleasePage} />
      <Route path="/releases/:project/:name/terms" component={ReviewPage} />
      <Route path="/releases/:project/:name/strings" component={StringsPage} />
      <Route path="/projects/:project" component={ProjectPage} />
      <Route path="/accounts" component={AccountsPage} />
      <Route path="/glossary" component={HomePage} />
      <Route path="/glossary/:project/:name" component={GlossaryOfReleasePage} />
      <Route path="/search" component={HomePage} />
      <Route path="/releases/:project/:name/amend" component={AmendPage} />
      <Route path="/new" component={NewReleasePage} />
      <Route path="/insights" component={InsightsPage} />
      <Route path="/schedules" component={SchedulesPage} />
      <Route path="/schedules/calendar" component={CalendarPage} />
      <Route default component={NotFoundPage} />
    </Router>
  );
}

function NotFoundPage() {
  const main = usePage('Not found');
  // An open connection keeps the count in the header up to date.
  useEffect(() => listen(null, {}), []);
  return (
    <main id="main" {...main} class="lost stack loose">
      <p class="lost-code" aria-hidden="true">
        404
      </p>
      <h1>Page not found</h1>
      <p>
        There is no page at <code>{location.pathname}</code>. The address may be misspelled or cut off.
      </p>
      <div class="buttons">
        <a class="button primary" href={homePath}>
          Go to the inbox
        </a>
        <a class="button" href={schedulesPath}>
          Go to the schedules
        </a>
      </div>
    </main>
  );
}

async function begin(): Promise<void> {
  const token = takeTokenFromAddress();
  try {
    if (token !== null) await signInAnew(token);
    else session.value = await api.session();
  } catch (error) {
    // The sign-in shows a refusal already; a first visit has no message.
    signInWanted.value ??= { message: errorText(error) };
  }
}

/** The page is reloaded, because the browser preloaded its data for the user before. */
async function signInAnew(token: string): Promise<void> {
  await api.signIn(token);
  location.reload();
  await new Promise(() => undefined);
}
