// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api.observe;

/**
 * A part of a trainer's step that was traced.
 *
 * @param part {@code sample}, {@code fetch}, {@code wait}, {@code compute} or {@code update}
 * @param thread number of the thread that did it, on its node
 * @param startMicros when it began, in microseconds since 1970, as the clock of its node says it
 * @param micros how long it took
 */
public record StepSpan(String part, long thread, long startMicros, long micros) {}
