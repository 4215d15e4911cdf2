// SPDX-License-Identifier: Apache-2.0
/**
 * Predictions of a few vertices at once: nodes keep what they have of a graph in memory, the one
 * that is asked reads the neighbourhoods and runs the model.
 */
@NullMarked
package io.graphember.jobs.predict;

import org.jspecify.annotations.NullMarked;
