import { chooseLanguage } from '../messages/language';
import { languages } from '../messages/languages';

/** A button for each language that the page speaks and is not in, by the name that its readers know. */
export function OtherLanguages() {
  return languages
    .filter(({ tag }) => tag !== document.documentElement.lang)
    .map(({ tag, name, direction }) => (
      <button
        key={tag}
        type="button"
        class="quiet"
        lang={tag}
        dir={direction}
        onClick={() => chooseLanguage(tag)}
      >
        {name}
      </button>
    ));
}
