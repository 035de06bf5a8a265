// SPDX-License-Identifier: MIT

package model

// Timeline is twitter.json: posts with much non-ASCII text.
type Timeline struct {
	Statuses []Post           `json:"statuses"`
	Metadata TimelineMetadata `json:"search_metadata"`
}

// TimelineMetadata describes the search.
type TimelineMetadata struct {
	CompletedIn float64 `json:"completed_in"`
	MaxID       int64   `json:"max_id"`
	MaxIDStr    string  `json:"max_id_str"`
	NextResults string  `json:"next_results"`
	Query       string  `json:"query"`
	RefreshURL  string  `json:"refresh_url"`
	Count       int     `json:"count"`
	SinceID     int64   `json:"since_id"`
	SinceIDStr  string  `json:"since_id_str"`
}

// PostMetadata is the search's metadata of a post.
type PostMetadata struct {
	ResultType      string `json:"result_type"`
	ISOLanguageCode string `json:"iso_language_code"`
}

// Post is a post, as of 2014.
type Post struct {
	Metadata             PostMetadata `json:"metadata"`
	CreatedAt            string       `json:"created_at"`
	ID                   int64        `json:"id"`
	IDStr                string       `json:"id_str"`
	Text                 string       `json:"text"`
	Source               string       `json:"source"`
	Truncated            bool         `json:"truncated"`
	InReplyToStatusID    *int64       `json:"in_reply_to_status_id"`
	InReplyToStatusIDStr *string      `json:"in_reply_to_status_id_str"`
	InReplyToUserID      *int64       `json:"in_reply_to_user_id"`
	InReplyToUserIDStr   *string      `json:"in_reply_to_user_id_str"`
	InReplyToScreenName  *string      `json:"in_reply_to_screen_name"`
	User                 Author       `json:"user"`
	Geo                  *string      `json:"geo"`
	Coordinates          *string      `json:"coordinates"`
	Place                *string      `json:"place"`
	Contributors         *string      `json:"contributors"`
	RetweetedStatus      *Post        `json:"retweeted_status,omitempty"`
	RetweetCount         int          `json:"retweet_count"`
	FavoriteCount        int          `json:"favorite_count"`
	Entities             PostEntities `json:"entities"`
	Favorited            bool         `json:"favorited"`
	Retweeted            bool         `json:"retweeted"`
	PossiblySensitive    *bool        `json:"possibly_sensitive,omitempty"`
	Lang                 string       `json:"lang"`
}

// Author is the author of a post, as of 2014.
type Author struct {
	ID                             int64          `json:"id"`
	IDStr                          string         `json:"id_str"`
	Name                           string         `json:"name"`
	ScreenName                     string         `json:"screen_name"`
	Location                       string         `json:"location"`
	Description                    string         `json:"description"`
	URL                            *string        `json:"url"`
	Entities                       AuthorEntities `json:"entities"`
	Protected                      bool           `json:"protected"`
	FollowersCount                 int            `json:"followers_count"`
	FriendsCount                   int            `json:"friends_count"`
	ListedCount                    int            `json:"listed_count"`
	CreatedAt                      string         `json:"created_at"`
	FavouritesCount                int            `json:"favourites_count"`
	UTCOffset                      *int           `json:"utc_offset"`
	TimeZone                       *string        `json:"time_zone"`
	GeoEnabled                     bool           `json:"geo_enabled"`
	Verified                       bool           `json:"verified"`
	StatusesCount                  int            `json:"statuses_count"`
	Lang                           string         `json:"lang"`
	ContributorsEnabled            bool           `json:"contributors_enabled"`
	IsTranslator                   bool           `json:"is_translator"`
	IsTranslationEnabled           bool           `json:"is_translation_enabled"`
	ProfileBackgroundColor         string         `json:"profile_background_color"`
	ProfileBackgroundImageURL      string         `json:"profile_background_image_url"`
	ProfileBackgroundImageURLHTTPS string         `json:"profile_background_image_url_https"`
	ProfileBackgroundTile          bool           `json:"profile_background_tile"`
	ProfileImageURL                string         `json:"profile_image_url"`
	ProfileImageURLHTTPS           string         `json:"profile_image_url_https"`
	ProfileBannerURL               string         `json:"profile_banner_url,omitempty"`
	ProfileLinkColor               string         `json:"profile_link_color"`
	ProfileSidebarBorderColor      string         `json:"profile_sidebar_border_color"`
	ProfileSidebarFillColor        string         `json:"profile_sidebar_fill_color"`
	ProfileTextColor               string         `json:"profile_text_color"`
	ProfileUseBackgroundImage      bool           `json:"profile_use_background_image"`
	DefaultProfile                 bool           `json:"default_profile"`
	DefaultProfileImage            bool           `json:"default_profile_image"`
	Following                      bool           `json:"following"`
	FollowRequestSent              bool           `json:"follow_request_sent"`
	Notifications                  bool           `json:"notifications"`
}

// AuthorEntities holds what was found in an author's texts.
type AuthorEntities struct {
	Description LinkList  `json:"description"`
	URL         *LinkList `json:"url,omitempty"`
}

// LinkList is a list of links.
type LinkList struct {
	URLs []Link `json:"urls"`
}

// Link is a link in a text.
type Link struct {
	URL         string `json:"url"`
	ExpandedURL string `json:"expanded_url"`
	DisplayURL  string `json:"display_url"`
	Indices     []int  `json:"indices"`
}

// PostEntities holds what was found in a post's text.
type PostEntities struct {
	Hashtags []Hashtag `json:"hashtags"`
	Symbols  []string  `json:"symbols"`
	URLs     []Link    `json:"urls"`
	Mentions []Mention `json:"user_mentions"`
	Media    []Media   `json:"media,omitempty"`
}

// Mention is a user mentioned in a text.
type Mention struct {
	ScreenName string `json:"screen_name"`
	Name       string `json:"name"`
	ID         int64  `json:"id"`
	IDStr      string `json:"id_str"`
	Indices    []int  `json:"indices"`
}

// Media is a picture.
type Media struct {
	ID                int64      `json:"id"`
	IDStr             string     `json:"id_str"`
	Indices           []int      `json:"indices"`
	MediaURL          string     `json:"media_url"`
	MediaURLHTTPS     string     `json:"media_url_https"`
	URL               string     `json:"url"`
	DisplayURL        string     `json:"display_url"`
	ExpandedURL       string     `json:"expanded_url"`
	Type              string     `json:"type"`
	Sizes             MediaSizes `json:"sizes"`
	SourceStatusID    *int64     `json:"source_status_id,omitempty"`
	SourceStatusIDStr *string    `json:"source_status_id_str,omitempty"`
}

// MediaSizes holds the sizes of a picture.
type MediaSizes struct {
	Medium Size `json:"medium"`
	Small  Size `json:"small"`
	Thumb  Size `json:"thumb"`
	Large  Size `json:"large"`
}

// Size is one size of a picture.
type Size struct {
	Width  int    `json:"w"`
	Height int    `json:"h"`
	Resize string `json:"resize"`
}
