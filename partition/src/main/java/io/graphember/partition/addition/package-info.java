// SPDX-License-Identifier: Apache-2.0
/** Goes on with a cut that is there: places the edges that are added to a version. */
@NullMarked
package io.graphember.partition.addition;

import org.jspecify.annotations.NullMarked;
