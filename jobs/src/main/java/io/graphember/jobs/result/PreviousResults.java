// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.result;

import io.graphember.client.api.Publication;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What was current of a job before its last run made anything current: the text of an entry {@code
 * replaced/GRAPH/JOB} as JSON.
 *
 * @param run number of that run, which may still make results current; 0 if these were current
 *     until others were put back
 * @param model where the model was; null if there was none
 * @param publications of each kind that was published; may be empty
 */
public record PreviousResults(
    long run, @Nullable ModelPointer model, Map<String, List<Publication>> publications) {
  /**
   * Results of which something may have been.
   *
   * @throws IllegalArgumentException if it does not say which
   */
  public PreviousResults {
    if (publications == null || publications.containsValue(null)) {
      throw new IllegalArgumentException("it does not say what was published");
    }
  }

  /** True if nothing was current. */
  public boolean nothing() {
    return model == null && publications.isEmpty();
  }

  /** All publications. */
  public List<Publication> all() {
    return publications.values().stream().flatMap(List::stream).toList();
  }

  /** The caches of all publications. */
  Stream<String> caches() {
    return all().stream().map(Publication::cache);
  }

  /** The key of the model; nothing if there was none. */
  Stream<String> keys() {
    return Stream.ofNullable(model).map(ModelPointer::key);
  }
}
