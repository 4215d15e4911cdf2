// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.inference.layerwise.LayerTimes;

/**
 * What a node says of a stage of inference; as JSON between nodes.
 *
 * @param rows that it will keep at most, when it opens
 * @param times of a pass, else null
 */
record StageReport(long rows, LayerTimes times) {}
