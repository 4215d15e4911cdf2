// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.request;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.ErrorInfo;
import io.graphember.client.api.JobState;
import io.graphember.client.api.predict.PredictedVertex;
import io.graphember.client.api.predict.VertexPredictions;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How far a request is: the JSON that the cache {@code graphember.status} has under its name.
 * Fields without a value are left out, {@code seconds} and {@code put} never.
 *
 * @param status {@code TAKEN} while its graph is read and loaded, then that of its job: {@code
 *     QUEUED}, {@code RUNNING}, {@code DONE}, {@code FAILED}, {@code CANCELLED}; {@code REFUSED} if
 *     the name has only a request that was refused
 * @param phase what is done at the moment
 * @param user who has put the request
 * @param put when the request was put, in ms since 1970
 * @param seconds since then, or until it ended
 * @param job number of its job
 * @param name name of its job
 * @param graph the graph it runs on
 * @param epoch the last epoch that is done
 * @param epochs most epochs of the training
 * @param loss of that epoch
 * @param validation measure on the validation split after that epoch
 * @param place place in the queue, 1 for the next
 * @param error why it failed
 * @param refused why the last request under the name was refused, which has changed nothing
 * @param results caches of published results by what they hold, once it is done
 * @param predictions what a model predicts of the vertices that were asked for, in their order
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
record RequestStatus(
    String status,
    @Nullable String phase,
    @Nullable String user,
    long put,
    double seconds,
    @Nullable Long job,
    @Nullable String name,
    @Nullable String graph,
    @Nullable Integer epoch,
    @Nullable Integer epochs,
    @Nullable Double loss,
    @Nullable Double validation,
    @Nullable Integer place,
    @Nullable ErrorInfo error,
    @Nullable ErrorInfo refused,
    @Nullable Map<String, String> results,
    @Nullable List<Predicted> predictions) {
  private static final double MILLIS = 1000;

  private static double seconds(long from, long to) {
    return Math.max(0, to - from) / MILLIS;
  }

  private static RequestStatus plain(
      RequestRecord record, String status, @Nullable String phase, long now) {
    return new RequestStatus(
        status,
        phase,
        record.stamp().user(),
        record.stamp().at(),
        seconds(record.stamp().at(), now),
        record.job(),
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        record.error(),
        record.refused(),
        Map.of(),
        List.of());
  }

  /** Of a request whose graph is read. */
  static RequestStatus taken(RequestRecord record, String phase, long now) {
    return plain(record, "TAKEN", phase, now);
  }

  /** Of a request that ended before its job was submitted. */
  static RequestStatus ended(RequestRecord record) {
    final String status =
        record.failure().filter(error -> error.code().equals("CANCELLED")).isPresent()
            ? "CANCELLED"
            : "FAILED";
    return plain(record, status, null, record.ended());
  }

  /** Of a name that has nothing but a request that was refused. */
  static RequestStatus refused(ErrorInfo why, long now) {
    return new RequestStatus(
        "REFUSED", null, null, now, 0, null, null, null, null, null, null, null, null, null, why,
        Map.of(), List.of());
  }

  /**
   * Of a request whose job is submitted.
   *
   * @param results caches by what they hold; empty before the job is done
   */
  static RequestStatus of(
      RequestRecord record, JobState state, Map<String, String> results, long now) {
    final EpochInfo last =
        state.epochs().isEmpty() ? null : state.epochs().get(state.epochs().size() - 1);
    final Long ended = state.ended();
    return new RequestStatus(
        state.status().name(),
        state.phase(),
        record.stamp().user(),
        record.stamp().at(),
        seconds(record.stamp().at(), ended == null ? now : ended),
        state.job(),
        state.name(),
        state.graph(),
        last == null ? null : last.epoch(),
        state.totalEpochs() == 0 ? null : state.totalEpochs(),
        last == null ? null : last.loss(),
        last == null ? null : last.validation(),
        state.place(),
        state.error(),
        record.refused(),
        results,
        List.of());
  }

  /** Of a request for predictions. */
  static RequestStatus answered(RequestRecord record, VertexPredictions answer, long now) {
    return plain(record, "DONE", null, now)
        .with(record.refused(), answer.vertices().stream().map(Predicted::of).toList());
  }

  /** The same, under whose name another request was refused. */
  RequestStatus refusing(@Nullable ErrorInfo why) {
    return with(why, predictions);
  }

  private RequestStatus with(@Nullable ErrorInfo why, @Nullable List<Predicted> predicted) {
    return new RequestStatus(
        status,
        phase,
        user,
        put,
        seconds,
        job,
        name,
        graph,
        epoch,
        epochs,
        loss,
        validation,
        place,
        error,
        why,
        results,
        predicted);
  }

  /**
   * What a model predicts of a vertex; what there is not is left out.
   *
   * @param key of the vertex
   * @param label of the most probable class
   * @param probabilities of each class
   * @param values of each target
   * @param embedding of the vertex
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  record Predicted(
      String key,
      @Nullable String label,
      float @Nullable [] probabilities,
      float @Nullable [] values,
      float @Nullable [] embedding) {
    static Predicted of(PredictedVertex vertex) {
      return new Predicted(
          vertex.key(),
          vertex.label(),
          vertex.probabilities(),
          vertex.values(),
          vertex.embedding());
    }
  }
}
