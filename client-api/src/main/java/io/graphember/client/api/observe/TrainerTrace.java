// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api.observe;

import java.util.List;

/**
 * The first steps of a trainer, part by part.
 *
 * @param trainer its number
 * @param node name of its node
 * @param spans in the order of their ends
 */
public record TrainerTrace(int trainer, String node, List<StepSpan> spans) {}
