import { Dispatcher } from 'undici';

/** Answers every request with the same text, without a network. */
export class CannedReplies extends Dispatcher {
  text = '';

  override dispatch(_options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const controller = { abort: () => undefined } as unknown as Dispatcher.DispatchController;
    handler.onRequestStart?.(controller, {});
    handler.onResponseStart?.(controller, 200, { 'content-type': 'application/json' });
    handler.onResponseData?.(controller, Buffer.from(this.text));
    handler.onResponseEnd?.(controller, {});
    return true;
  }
}
