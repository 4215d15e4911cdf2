// SPDX-License-Identifier: Apache-2.0
/** The folders of OGB's csv downloads. */
package io.graphember.formats.ogb;
