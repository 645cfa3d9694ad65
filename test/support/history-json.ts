/** Histories in the JSON form in which Temporal's own tools keep them. */
import { temporal } from '@temporalio/proto';
import { Type } from 'protobufjs';
import { fromJson, toJson } from 'protobufjs/ext/protojson';
import type { History } from './history';

const { History: HistoryMessage } = temporal.api.history.v1;

/** As it would have come over the wire. */
export function historyFromJson(json: string): History {
  const type = reflected(HistoryMessage);
  return HistoryMessage.decode(type.encode(fromJson(type, JSON.parse(json))).finish());
}

export function historyToJson(history: History): string {
  return JSON.stringify(toJson(reflected(HistoryMessage), HistoryMessage.fromObject(history)));
}

/** The SDK's messages know their own shape, though their declared types do not say so. */
function reflected(message: unknown): Type {
  if (message instanceof Type) return message;
  throw new Error("Temporal's messages are not those of our protobufjs: there are two versions of it");
}
