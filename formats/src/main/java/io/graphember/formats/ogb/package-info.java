// SPDX-License-Identifier: Apache-2.0
/** The folders of OGB's csv downloads. */
@NullMarked
package io.graphember.formats.ogb;

import org.jspecify.annotations.NullMarked;
