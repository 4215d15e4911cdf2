// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

/**
 * How far a load is.
 *
 * @param phase {@code send}, or a phase of {@link io.graphember.client.api.load.LoadState}
 * @param done units done: vertices and edges sent, or the phase's own
 * @param total units of the phase, 0 if not known
 */
public record LoadProgress(String phase, long done, long total) {}
