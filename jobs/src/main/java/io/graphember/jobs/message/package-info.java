// SPDX-License-Identifier: Apache-2.0
/**
 * What nodes ask one another a few times in a job or a load: records, their bytes, and who answers
 * them. What is asked in every batch is in {@code transport}, and writes its own bytes.
 */
@NullMarked
package io.graphember.jobs.message;

import org.jspecify.annotations.NullMarked;
