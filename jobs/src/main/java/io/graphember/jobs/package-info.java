// SPDX-License-Identifier: Apache-2.0
/** Errors that a cluster answers with. */
@NullMarked
package io.graphember.jobs;

import org.jspecify.annotations.NullMarked;
