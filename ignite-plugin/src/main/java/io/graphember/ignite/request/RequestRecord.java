// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.request;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.graphember.client.api.ErrorInfo;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What became of a request.
 *
 * @param stamp of the request that was taken up
 * @param handled put of the last request under the name that something was done about: this one, a
 *     cancellation, or one that was refused
 * @param state how far it is
 * @param node the node that takes it up, or did
 * @param adds true if it adds to a graph, which must not happen twice
 * @param cancelled true if it is to end
 * @param job number of its job; null before it is submitted
 * @param error why it ended without a job; null if it did not
 * @param refused why the last request under its name was refused; null if none was
 * @param ended when it ended, in ms since 1970; 0 before
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record RequestRecord(
    StampedRequest.Stamp stamp,
    UUID handled,
    State state,
    UUID node,
    boolean adds,
    boolean cancelled,
    @Nullable Long job,
    @Nullable ErrorInfo error,
    @Nullable ErrorInfo refused,
    long ended) {

  /** How far a request is. */
  enum State {
    /** A node reads its graph and submits its job. */
    TAKEN,
    /** Its job is submitted. */
    SUBMITTED,
    /** Nothing more will happen. */
    ENDED
  }

  /** A request that a node takes up. */
  static RequestRecord taken(StampedRequest.Stamp stamp, UUID node) {
    return new RequestRecord(
        stamp, stamp.put(), State.TAKEN, node, false, false, null, null, null, 0);
  }

  boolean running() {
    return state != State.ENDED;
  }

  /** Number of its job; empty before it is submitted. */
  Optional<Long> number() {
    return Optional.ofNullable(job);
  }

  /** Why it ended without a job; empty if it did not. */
  Optional<ErrorInfo> failure() {
    return Optional.ofNullable(error);
  }

  /** True of the node that takes it up. */
  boolean isTakenBy(UUID candidate) {
    return state == State.TAKEN && node.equals(candidate);
  }

  /** The same, taken up by another node. */
  RequestRecord takenBy(UUID other) {
    return new RequestRecord(
        stamp, handled, state, other, adds, cancelled, job, error, refused, ended);
  }

  /** The same, which is about to add to a graph. */
  RequestRecord adding() {
    return new RequestRecord(
        stamp, handled, state, node, true, cancelled, job, error, refused, ended);
  }

  /** The same, whose job is about to be submitted. */
  RequestRecord numbered(long number) {
    return new RequestRecord(
        stamp, handled, state, node, adds, cancelled, number, error, refused, ended);
  }

  /** The same, whose job is submitted. */
  RequestRecord submitted() {
    return new RequestRecord(
        stamp, handled, State.SUBMITTED, node, adds, cancelled, job, error, refused, ended);
  }

  /** The same, which is to end since somebody has put that. */
  RequestRecord cancelledBy(UUID put) {
    return new RequestRecord(stamp, put, state, node, adds, true, job, error, refused, ended);
  }

  /** The same, under whose name another request was refused. */
  RequestRecord refusing(UUID put, ErrorInfo why) {
    return new RequestRecord(stamp, put, state, node, adds, cancelled, job, error, why, ended);
  }

  /** The same, which has ended; with its job, if it has one. */
  RequestRecord ended(@Nullable ErrorInfo why, long now) {
    return new RequestRecord(
        stamp, handled, State.ENDED, node, adds, cancelled, job, why, refused, now);
  }
}
